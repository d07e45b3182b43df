// Keeps only the declarations that the two entry points of the package need; the others are internal.
import { rmSync } from 'node:fs';
import { internalDeclarations } from './declarations.mjs';

for (const file of internalDeclarations()) rmSync(file);
