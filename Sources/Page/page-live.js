// The two sources of the page: the data that is written into it, or a running app.

/** Makes the source of the page's data. */
// deno-lint-ignore no-unused-vars -- page.js calls it.
const makeSource = () => {
  const read = (id) => {
    const element = document.getElementById(id);
    return element ? JSON.parse(element.textContent) : null;
  };
  return {
    isLive: false,
    role: "viewer",
    canAct: false,
    process: "",
    // A getter, as a large trace takes a while to read.
    load: () =>
      Promise.resolve({
        graph: read("data"),
        get trace() {
          return read("trace-data");
        },
      }),
    command: () => Promise.reject(new Error("A report in a file runs nothing.")),
    on: () => {},
    start: () => {},
  };
};
