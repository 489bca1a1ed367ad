import SectionRegistry

@MainActor func onMain() -> String { "" }

// expected-error: call to main actor-isolated global function 'onMain()'
#record("text", key: "isolation", as: String.self) { onMain() }
