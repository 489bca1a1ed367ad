/// A type as the source of a declaration spells it: `[Ship]?`.
///
/// Typealiases are not resolved, because a file does not contain them.
indirect enum WrittenType: Hashable {
  /// A name with its generic arguments: `Feed.Page<Item>`.
  case name(String, [WrittenType])
  case optional(WrittenType)
  case array(WrittenType)
  case dictionary(WrittenType, WrittenType)
  /// A type that has no form, with a description: `a function`.
  case other(String)

  /// Reads a type.
  init(_ text: String) {
    var reader = Reader(text)
    let type = reader.type()
    self = type.flatMap { reader.isAtEnd ? $0 : nil } ?? .other(Reader.kind(of: text))
  }

  /// Reads types from their text.
  private struct Reader {
    private static let deepest = 64

    private var rest: Substring
    private var depth = 0

    init(_ text: String) { rest = text.prefix(4_096)[...] }

    var isAtEnd: Bool {
      mutating get {
        skipSpaces()
        return rest.isEmpty
      }
    }

    private mutating func skipSpaces() { rest = rest.drop(while: \.isWhitespace) }

    private mutating func take(_ text: String) -> Bool {
      skipSpaces()
      guard rest.hasPrefix(text) else { return false }
      rest.removeFirst(text.count)
      return true
    }

    mutating func type() -> WrittenType? {
      guard depth < Self.deepest else { return nil }
      depth += 1
      defer { depth -= 1 }
      guard var type = take("[") ? collection() : take("(") ? parenthesized() : name() else {
        return nil
      }
      while take("?") || take("!") {
        guard depth < Self.deepest else { return nil }
        depth += 1
        type = .optional(type)
      }
      return type
    }

    private mutating func collection() -> WrittenType? {
      guard let element = type() else { return nil }
      if take(":") {
        guard let value = type(), take("]") else { return nil }
        return .dictionary(element, value)
      }
      return take("]") ? .array(element) : nil
    }

    private mutating func parenthesized() -> WrittenType? {
      guard let type = type(), take(")") else { return nil }
      return type
    }

    private mutating func name() -> WrittenType? {
      var path: [String] = []
      var arguments: [WrittenType] = []
      repeat {
        skipSpaces()
        let part = rest.prefix { $0.isLetter || $0.isNumber || "_`".contains($0) }
        guard !part.isEmpty, arguments.isEmpty else { return nil }
        rest = rest.dropFirst(part.count)
        path.append(part.filter { $0 != "`" })
        if take("<") {
          repeat {
            guard let argument = type() else { return nil }
            arguments.append(argument)
          } while take(",")
          guard take(">") else { return nil }
        }
      } while take("::") || take(".")
      guard !["any", "some", "inout", "borrowing", "consuming"].contains(path[0]) else {
        return nil
      }
      return .name(path.joined(separator: "."), arguments)
    }

    /// Returns a description of a text that is not supported.
    static func kind(of text: String) -> String {
      if text.contains("->") { return "a function" }
      if text.hasPrefix("any ") || text.contains("&") { return "an existential" }
      return text.hasPrefix("(") ? "a tuple" : "a type with an unusual spelling"
    }
  }
}

extension WrittenType: CustomStringConvertible {
  var description: String {
    switch self {
    case .name(let name, []): name
    case .name(let name, let arguments):
      "\(name)<\(arguments.map(\.description).joined(separator: ", "))>"
    case .optional(let wrapped): "\(wrapped)?"
    case .array(let element): "[\(element)]"
    case .dictionary(let key, let value): "[\(key): \(value)]"
    case .other(let words): words
    }
  }
}
