/// Parses the spelling of a type from left to right.
struct TypeSpellingReader {
  private enum Token: Equatable {
    case word(String)
    case sign(Character)
    case arrow
  }

  private var tokens: [Token] = []
  private var place = 0

  init(_ text: String) {
    // The name of a private type contains its file. The regular expression is created only for such
    // names, because this takes longer than the rest of the parsing.
    let text =
      text.utf8.contains(UInt8(ascii: "$"))
      ? text.replacing(#/\(unknown context at \$[0-9a-f]+\)\./#, with: "") : text
    var rest = text[...]
    while let first = rest.first {
      if first.isLetter || first.isNumber || first == "_" || first == "@" {
        let word = rest.prefix { $0.isLetter || $0.isNumber || "_@".contains($0) }
        tokens.append(.word(String(word)))
        rest = rest.dropFirst(word.count)
      } else if rest.hasPrefix("->") {
        tokens.append(.arrow)
        rest = rest.dropFirst(2)
      } else {
        if !first.isWhitespace, first != "`" { tokens.append(.sign(first)) }
        rest = rest.dropFirst()
      }
    }
  }

  /// Parses the whole text.
  ///
  /// Returns `nil` if the syntax is unknown.
  mutating func read() -> TypeSpelling? {
    guard let type = type(), place == tokens.count else { return nil }
    return type
  }

  private var token: Token? { place < tokens.count ? tokens[place] : nil }

  private mutating func take(_ wanted: Token) -> Bool {
    guard token == wanted else { return false }
    place += 1
    return true
  }

  private mutating func type() -> TypeSpelling? {
    var attributes: [String] = []
    while case .word(let word)? = token, word.hasPrefix("@") {
      // These attributes belong to the parameter, not to its type.
      if word != "@escaping", word != "@autoclosure" { attributes.append(word) }
      place += 1
    }
    while case .word(let word)? = token, Self.specifiers.contains(word) { place += 1 }
    guard var type = postfix() else { return nil }
    if token == .sign("&") {
      var parts: Set<TypeSpelling> = [type]
      while take(.sign("&")) {
        guard let next = postfix() else { return nil }
        parts.insert(next)
      }
      type = .composition(parts)
    }
    var effects: [String] = []
    while case .word(let word)? = token, word == "async" || word == "throws" {
      effects.append(word)
      place += 1
    }
    guard take(.arrow) else { return attributes.isEmpty && effects.isEmpty ? type : nil }
    guard let result = self.type() else { return nil }
    if case .tuple = type {} else { type = .tuple([TypeSpelling.Element(type: type)]) }
    return .function(
      attributes: attributes, type, effects: effects.joined(separator: " "), result: result)
  }

  private static let specifiers: Set<String> = [
    "any", "borrowing", "consuming", "inout", "sending",
  ]

  /// Parses a type that may be followed by question marks and `.Type`.
  private mutating func postfix() -> TypeSpelling? {
    while case .word(let word)? = token, Self.specifiers.contains(word) { place += 1 }
    guard var type = primary() else { return nil }
    while true {
      if take(.sign("?")) || take(.sign("!")) {
        type = .generic("Optional", [type])
      } else if token == .sign("."), place + 1 < tokens.count,
        case .word(let kind) = tokens[place + 1], kind == "Type" || kind == "Protocol"
      {
        place += 2
        type = .metatype(type, kind)
      } else {
        return type
      }
    }
  }

  private mutating func primary() -> TypeSpelling? {
    if take(.sign("[")) { return bracketed() }
    if take(.sign("(")) { return parenthesized() }
    var parts: [TypeSpelling.Component] = []
    repeat {
      guard case .word(let word)? = token else { return nil }
      place += 1
      var part = TypeSpelling.Component(name: word)
      if take(.sign("<")) {
        repeat {
          guard let argument = type() else { return nil }
          part.arguments.append(argument)
        } while take(.sign(","))
        guard take(.sign(">")) else { return nil }
      }
      parts.append(part)
      if token == .sign("."), place + 1 < tokens.count,
        [.word("Type"), .word("Protocol")].contains(tokens[place + 1])
      {
        break
      }
    } while take(.sign("."))
    return Self.short(parts)
  }

  /// Removes the names of well-known modules and resolves their type aliases.
  private static func short(_ parts: [TypeSpelling.Component]) -> TypeSpelling {
    var parts = parts
    if parts.count > 1, modules.contains(parts[0].name) { parts.removeFirst() }
    guard parts.count == 1 else { return .name(parts) }
    switch parts[0].name {
    case "Void": return .tuple([])
    case "KhalaInfo":
      return .generic("Dictionary", [.generic("String", []), .generic("Any", [])])
    default: return .name(parts)
    }
  }

  private static let modules: Set<String> = [
    "Foundation", "FoundationEssentials", "Khala", "KhalaRoutes", "Swift",
  ]

  private mutating func bracketed() -> TypeSpelling? {
    guard let first = type() else { return nil }
    if take(.sign(":")) {
      guard let second = type(), take(.sign("]")) else { return nil }
      return .generic("Dictionary", [first, second])
    }
    return take(.sign("]")) ? .generic("Array", [first]) : nil
  }

  private mutating func parenthesized() -> TypeSpelling? {
    var elements: [TypeSpelling.Element] = []
    while !take(.sign(")")) {
      if !elements.isEmpty { guard take(.sign(",")) else { return nil } }
      var label: String?
      if case .word(let word)? = token, place + 1 < tokens.count,
        tokens[place + 1] == .sign(":")
      {
        label = word == "_" ? nil : word
        place += 2
      }
      guard let type = type() else { return nil }
      elements.append(TypeSpelling.Element(label: label, type: type))
    }
    // A single type in parentheses is the type itself.
    if elements.count == 1, elements[0].label == nil, token != .arrow, !isBeforeEffect {
      return elements[0].type
    }
    return .tuple(elements)
  }

  /// A Boolean value that indicates whether `async` or `throws` follows.
  private var isBeforeEffect: Bool { token == .word("async") || token == .word("throws") }
}
