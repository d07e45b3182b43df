import { schema } from '../../schemas/index.ts';

/** Returns the members of a resource or file that its schema names. Other members are the service's own. */
export const documented = (name: string): readonly string[] => Object.keys(schema(name).properties ?? {});
