// The messages of a running app.

/** Makes the part of the page that shows messages. */
// deno-lint-ignore no-unused-vars -- page.js calls it.
const makeLogsPart = () => ({ render: () => {}, add: () => {} });
