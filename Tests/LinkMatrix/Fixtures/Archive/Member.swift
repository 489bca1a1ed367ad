import SectionRegistry

#record("text", key: "member", as: String.self) { "from an archive" }
