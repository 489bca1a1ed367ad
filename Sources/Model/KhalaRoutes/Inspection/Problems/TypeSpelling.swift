/// A type as it is written in source code.
///
/// Different spellings of the same type are equal.
///
/// `Swift.Int` is equal to `Int`, `Optional<Int>` to `Int?`, `Array<Int>` to `[Int]`,
/// `Dictionary<String, Any>` to `[String: Any]`, and `Void` to `()`. White space, unnecessary
/// parentheses and `any` are ignored.
indirect enum TypeSpelling: Hashable, Sendable {
  /// A part of a dotted name, with its generic arguments.
  struct Component: Hashable, Sendable {
    var name: String
    var arguments: [TypeSpelling] = []
  }

  case name([Component])
  case tuple([Element])
  case function(attributes: [String], TypeSpelling, effects: String, result: TypeSpelling)
  case composition(Set<TypeSpelling>)
  case metatype(TypeSpelling, String)
  /// Any other spelling, without white space.
  case other(String)

  struct Element: Hashable, Sendable {
    var label: String?
    var type: TypeSpelling
  }

  /// Reads a type.
  init(_ text: String) {
    var reader = TypeSpellingReader(text)
    self = reader.read() ?? .other(text.filter { !$0.isWhitespace })
  }

  static func generic(_ name: String, _ arguments: [TypeSpelling]) -> TypeSpelling {
    .name([Component(name: name, arguments: arguments)])
  }

  /// The wrapped type if this is an Optional, and `nil` otherwise.
  var wrapped: TypeSpelling? { onlyArgument(of: "Optional") }

  private func onlyArgument(of name: String) -> TypeSpelling? {
    guard case .name(let parts) = self, parts.count == 1, parts[0].name == name,
      parts[0].arguments.count == 1
    else { return nil }
    return parts[0].arguments[0]
  }

  /// A Boolean value that indicates whether every value has this type.
  var isAny: Bool {
    guard case .name(let parts) = self, parts.count == 1 else { return false }
    return ["Any", "Sendable"].contains(parts[0].name)
  }

  /// A Boolean value that indicates whether the type is `String` or an array of strings.
  var isText: Bool {
    if case .name(let parts) = onlyArgument(of: "Array") ?? self {
      return parts == [Component(name: "String")]
    }
    return false
  }

  /// A Boolean value that indicates whether every module knows the type, so that a contract has no
  /// reason to pass text for it.
  var isOfTheLanguage: Bool {
    if let part = onlyArgument(of: "Array") ?? wrapped { return part.isOfTheLanguage }
    switch self {
    case .name(let parts):
      return parts.count == 1 && Self.namesOfTheLanguage.contains(parts[0].name)
    default: return true
    }
  }

  private static let namesOfTheLanguage: Set<String> = [
    "Bool", "Character", "Data", "Date", "Decimal", "Dictionary", "Double", "Float", "Int", "Int8",
    "Int16", "Int32", "Int64", "Int128", "Set", "String", "Substring", "UInt", "UInt8", "UInt16",
    "UInt32", "UInt64", "UInt128", "URL", "UUID",
  ]

  /// Returns whether both spellings can be the same type.
  ///
  /// One of two names may omit the enclosing modules and types.
  func matches(_ other: TypeSpelling) -> Bool {
    switch (self, other) {
    case (.name(let one), .name(let two)):
      zip(one.reversed(), two.reversed()).allSatisfy { part, other in
        part.name == other.name && part.arguments.count == other.arguments.count
          && zip(part.arguments, other.arguments).allSatisfy { $0.matches($1) }
      }
    case (.tuple(let one), .tuple(let two)):
      one.count == two.count
        && zip(one, two).allSatisfy { $0.label == $1.label && $0.type.matches($1.type) }
    case (
      .function(let attributes, let parameters, let effects, let result),
      .function(let otherAttributes, let otherParameters, let otherEffects, let otherResult)
    ):
      Set(attributes) == Set(otherAttributes) && effects == otherEffects
        && parameters.matches(otherParameters) && result.matches(otherResult)
    case (.composition(let one), .composition(let two)):
      one.count == two.count && one.allSatisfy { part in two.contains { part.matches($0) } }
    case (.metatype(let one, let kind), .metatype(let two, let otherKind)):
      kind == otherKind && one.matches(two)
    default:
      self == other
    }
  }
}

extension TypeSpelling {
  /// The shortest spelling of the type.
  var text: String {
    if let wrapped {
      switch wrapped {
      case .function, .composition: return "(\(wrapped.text))?"
      default: return "\(wrapped.text)?"
      }
    }
    if let element = onlyArgument(of: "Array") { return "[\(element.text)]" }
    switch self {
    case .name(let parts):
      if parts.count == 1, parts[0].name == "Dictionary", parts[0].arguments.count == 2 {
        return "[\(parts[0].arguments[0].text): \(parts[0].arguments[1].text)]"
      }
      return parts.map { part in
        part.arguments.isEmpty
          ? part.name : "\(part.name)<\(part.arguments.map(\.text).joined(separator: ", "))>"
      }.joined(separator: ".")
    case .tuple(let elements):
      let texts = elements.map { ($0.label.map { "\($0): " } ?? "") + $0.type.text }
      return "(\(texts.joined(separator: ", ")))"
    case .function(let attributes, let parameters, let effects, let result):
      let words = attributes + [parameters.text] + (effects.isEmpty ? [] : [effects])
      return words.joined(separator: " ") + " -> \(result.text)"
    case .composition(let parts): return parts.map(\.text).sorted().joined(separator: " & ")
    case .metatype(let type, let kind): return "\(type.text).\(kind)"
    case .other(let text): return text
    }
  }
}
