import SectionRegistry

@MainActor func onMain() -> String { "" }

// Isolation is checked in the expansion only, in which the closure stands where it was written.
// expected-error@54: call to main actor-isolated global function 'onMain()'
#record("text", key: "isolation", as: String.self) { onMain() }

#record(
  "text", key: "further in", as: String.self,
  value: {
    let text = "text"
    // expected-error@19: call to main actor-isolated global function 'onMain()'
    return text + onMain()
  })
