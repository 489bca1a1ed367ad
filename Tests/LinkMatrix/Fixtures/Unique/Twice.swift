import SectionRegistry

#record("shop", key: "/home", as: String.self, unique: true) { "home" }
#record("shop", key: "/home", as: String.self, unique: true) { "home again" }
