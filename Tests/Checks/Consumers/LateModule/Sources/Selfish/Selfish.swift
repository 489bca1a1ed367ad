import SectionRegistry

#record("page", key: "selfish", as: String.self) { "never seen" }
