import SectionRegistry

@MainActor func onMain() -> String { "" }

// expected-error: main actor-isolated default value in a nonisolated context
#record("text", key: "isolation", as: String.self) { onMain() }
