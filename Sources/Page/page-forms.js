// What a running app can be asked to do with a declaration.

/** Makes the forms. */
// deno-lint-ignore no-unused-vars -- page.js calls it.
const makeForms = () => ({ actionsFor: () => null });
