import SectionRegistry

func later() async -> String { "" }
func failing() throws -> String { "" }

// expected-error: cannot pass function of type '@Sendable () async -> String'
#record("text", key: "async", as: String.self) { await later() }

// expected-error: invalid conversion from throwing function
#record("text", key: "throws", as: String.self) { try failing() }
