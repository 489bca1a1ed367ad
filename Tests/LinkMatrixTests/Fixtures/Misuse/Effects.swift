import SectionRegistry

@MainActor func onMain() -> String { "" }
func later() async -> String { "" }
func failing() throws -> String { "" }

// expected-error: call to main actor-isolated global function 'onMain()' in a synchronous
#record("text", key: "isolation", as: String.self) { onMain() }

// expected-error: invalid conversion from 'async' function
#record("text", key: "async", as: String.self) { await later() }

// expected-error: invalid conversion from throwing function
#record("text", key: "throws", as: String.self) { try failing() }
