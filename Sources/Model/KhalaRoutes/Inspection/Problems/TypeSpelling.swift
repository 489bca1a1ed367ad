/// A type as it was written, so that other ways to write it are equal.
///
/// `Swift.Int` is `Int`, `Optional<Int>` is `Int?`, `Array<Int>` is `[Int]`,
/// `Dictionary<String, Any>` is `[String: Any]`, `Void` is `()`, and white space,
/// needless parentheses and `any` mean nothing.
indirect enum TypeSpelling: Hashable, Sendable {
  /// A part of a name between dots, with what stands behind it in angle brackets.
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

  /// The wrapped type of an Optional; `nil` if this is none.
  var wrapped: TypeSpelling? { onlyArgument(of: "Optional") }

  private func onlyArgument(of name: String) -> TypeSpelling? {
    guard case .name(let parts) = self, parts.count == 1, parts[0].name == name,
      parts[0].arguments.count == 1
    else { return nil }
    return parts[0].arguments[0]
  }

  /// A Boolean value that indicates whether any value is of it.
  var isAny: Bool {
    guard case .name(let parts) = self, parts.count == 1 else { return false }
    return ["Any", "Sendable"].contains(parts[0].name)
  }

  /// A Boolean value that indicates whether it is `String`, or several of them.
  var isText: Bool {
    if case .name(let parts) = onlyArgument(of: "Array") ?? self {
      return parts == [Component(name: "String")]
    }
    return false
  }

  /// A Boolean value that indicates whether it is a type that every module knows, so
  /// that there is no reason to give text for it.
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

  /// Returns whether both are one type, as far as can be seen from how they are
  /// written: of two names, one may leave out the modules and types around it.
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
  /// The type in the shortest way to write it.
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
