// Gives Dredd the paths and bodies of the lawful requests: it cannot know the ids of a service.
const hooks = require('hooks');
const { readFileSync } = require('node:fs');

const requests = Object.values(JSON.parse(readFileSync(process.env.PEER_REQUESTS, 'utf8')));
// A format that Dredd does not know makes a schema unusable for it.
const withoutDecimals = (name, value) => (name === 'format' && value === 'decimal' ? undefined : value);

const { paths, components } = JSON.parse(readFileSync(process.env.PEER_OPENAPI, 'utf8'), withoutDecimals);

/** The schema of the answer in place of its example, whose members Dredd would take for required. */
function schemaOf(method, template) {
  const schema = paths[template][method.toLowerCase()].responses['200'].content['application/json'].schema;
  return JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', components, allOf: [schema] });
}

const pattern = (path) => path.split('?')[0].split('/').length;

hooks.beforeEach((transaction, done) => {
  const { method } = transaction.request;
  const template = transaction.origin.resourceName.split('/');
  const own = requests.find((each) => {
    const parts = each.path.split('?')[0].split('/');
    return (
      each.method === method &&
      pattern(each.path) === template.length &&
      template.every((part, i) => part.startsWith('{') || part === parts[i])
    );
  });
  if (transaction.expected.statusCode !== '200' || !own) transaction.skip = true;
  else {
    transaction.fullPath = own.path;
    transaction.request.uri = own.path;
    delete transaction.expected.body;
    transaction.expected.bodySchema = schemaOf(method, transaction.origin.resourceName);
    if (own.body) transaction.request.body = JSON.stringify(own.body);
  }
  done();
});
