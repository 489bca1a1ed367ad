// Where it says nonisolated, a module needs that whose default is the main actor:
// accessors run wherever a record is loaded.

internal import SectionRegistry

#record("text", key: "file scope", as: String.self) { "1" }

public nonisolated struct Structure {
  public let name: String

  public init(name: String) {
    self.name = name
  }

  #record("text", key: "structure", as: String.self) { Structure(name: "2").name }

  private enum Inner {
    #record("text", key: "nested", as: String.self) { text }

    nonisolated static var text: String { "3" }
  }
}

enum Enumeration: String {
  case four = "4"

  #record("text", key: "enumeration", as: String.self) { Enumeration.four.rawValue }
}

open class Class {
  #record("text", key: "class", as: String.self) { "5" }
}

public actor Actor {
  #record("text", key: "actor", as: String.self) { "6" }
}

@MainActor final class Screen {
  #record("text", key: "main actor", as: String.self) { text }

  nonisolated static let text = "7"
}

extension Structure {
  #record("text", key: "extension", as: String.self, value: makeText)

  // Swift 5 mode wants to be told that a function can be shared.
  @Sendable nonisolated private static func makeText() -> String { "8" }
}

extension Array where Element == Int {
  #record("text", key: "extension for one element", as: String.self) { "9" }
}

func function() {
  enum Local {
    #record("text", key: "type in a function", as: String.self) { "10" }
  }
}

#if true
  #record("text", key: "condition", as: String.self, priority: -0x10, detail: ["list": [1, true]]) {
    let text = "11"
    return text
  }
#endif
