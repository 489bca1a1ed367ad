import SectionRegistry

#record("page", key: "plugin", as: String.self) { "from a plugin" }
