/// Reads a pattern from left to right.
struct RoutePatternParser {
  private let text: String
  private let bytes: [UInt8]
  private let converters: RouteConverters
  private var offset = 0
  private var names: Set<String> = []

  private(set) var schemes: [String] = []
  private(set) var segments: [RouteSegment] = []
  private(set) var requiredCount = 0

  init(_ text: String, converters: RouteConverters) {
    self.text = text
    bytes = Array(text.utf8)
    self.converters = converters
  }

  mutating func parse() throws(RoutePatternError) {
    guard !bytes.isEmpty else {
      throw error(.empty, at: 0, "it is empty. For addresses without any component write '/'.")
    }
    try parseSchemes()
    if byte == ASCII.slash { offset += 1 }
    var hasOptional = false
    while offset < bytes.count {
      let start = offset
      let isOptional = try parseSegment()
      if hasOptional, !isOptional {
        throw error(
          .misplacedOptional, at: start,
          "it must be optional, as what stands before it is. Write '{name?}', or move it forward.")
      }
      hasOptional = isOptional
      if !hasOptional { requiredCount = segments.count }
      if byte == ASCII.slash { offset += 1 }
    }
  }

  /// The byte at hand, if there is one.
  private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func error(
    _ reason: RoutePatternError.Reason, at offset: Int, _ message: String
  ) -> RoutePatternError {
    RoutePatternError(reason: reason, pattern: text, offset: offset, message: message)
  }

  // MARK: - Schemes

  /// Reads `kl://` or `{kl,kf}://`, if one of them is there.
  private mutating func parseSchemes() throws(RoutePatternError) {
    guard let end = endOfSchemes else { return }
    let isList = byte == ASCII.openBrace
    let list = isList ? bytes[1..<end - 1] : bytes[..<end]
    var start = list.startIndex
    for scheme in list.split(separator: ASCII.comma, omittingEmptySubsequences: false) {
      guard ASCII.isScheme(scheme), isList || scheme.count == list.count else {
        throw error(
          .invalidScheme, at: start,
          """
          a scheme begins with a letter and goes on with letters, digits, '+', '-' and '.'. \
          Write 'kl://' for one and '{kl,kf}://' for several.
          """)
      }
      let name = String(decoding: scheme.map(ASCII.lowercased), as: UTF8.self)
      guard !schemes.contains(name) else {
        throw error(.invalidScheme, at: start, "the scheme '\(name)' is there twice. Remove one.")
      }
      schemes.append(name)
      start += scheme.count + 1
    }
    offset = end + 3
  }

  /// Where `://` stands, if it ends schemes.
  private var endOfSchemes: Int? {
    guard
      let end = bytes.indices.first(where: { index in
        bytes[index] == ASCII.slash || bytes[index...].starts(with: "://".utf8)
      }), bytes[end] == ASCII.colon
    else { return nil }
    // A brace at the start makes it a list only if the list ends right here.
    if bytes[0] == ASCII.openBrace {
      return end > 1 && bytes.firstIndex(of: ASCII.closeBrace) == end - 1 ? end : nil
    }
    return end
  }

  // MARK: - Segments

  /// Reads up to the next slash or the end, and says whether it was optional.
  private mutating func parseSegment() throws(RoutePatternError) -> Bool {
    let start = offset
    var literals: [[UInt8]] = [[]]
    var captures: [RouteCapture] = []
    var isRest = false
    var isOptional = false
    while let byte, byte != ASCII.slash {
      let place = offset
      if byte == ASCII.openBrace, !isDoubled {
        let capture = try parseCapture()
        if !captures.isEmpty, literals[literals.count - 1].isEmpty {
          throw error(
            .ambiguousCaptures, at: place,
            "where one capture ends and the next begins cannot be told. Put text between them.")
        }
        captures.append(RouteCapture(name: capture.name, converter: capture.converter))
        literals.append([])
        isRest = isRest || capture.isRest
        isOptional = isOptional || capture.isOptional
      } else {
        try parseLiteralByte(into: &literals[literals.count - 1])
      }
    }
    try checkUTF8(literals, at: start)
    let isAlone = captures.count == 1 && literals.allSatisfy(\.isEmpty)
    if captures.isEmpty {
      guard !literals[0].isEmpty else {
        throw error(
          .emptySegment, at: start, "there is nothing between two slashes. Remove one of them.")
      }
      segments.append(.literal(literals[0]))
    } else if isRest {
      guard isAlone, byte == nil || offset + 1 == bytes.count else {
        throw error(
          .misplacedRest, at: start,
          "a rest stands alone, at the end. Make it the last segment, or a capture without '*'.")
      }
      segments.append(.rest(name: captures[0].name))
    } else if isAlone {
      segments.append(.capture(captures[0]))
    } else {
      segments.append(.affix(RouteAffix(literals: literals, captures: captures)))
    }
    if isOptional, !isAlone {
      throw error(
        .misplacedOptional, at: start,
        "only a whole segment can be optional. Remove the '?', or write '/{name?}'.")
    }
    return isOptional
  }

  /// Whether the brace at hand is doubled, and so is meant as a brace.
  private var isDoubled: Bool { offset + 1 < bytes.count && bytes[offset + 1] == bytes[offset] }

  private mutating func parseLiteralByte(into literal: inout [UInt8]) throws(RoutePatternError) {
    let place = offset
    var byte = bytes[offset]
    switch byte {
    case ASCII.openBrace:
      offset += 2
    case ASCII.closeBrace:
      guard isDoubled else {
        throw error(
          .strayBrace, at: place, "this brace was never opened. For the brace itself write '}}'.")
      }
      offset += 2
    case ASCII.percent:
      guard
        let escaped = ByteView.of(bytes, { PercentEncoding.escapedByte($0, at: place) })
      else {
        throw error(
          .brokenEscape, at: place,
          "two hexadecimal digits must follow. For the percent sign itself write '%25'.")
      }
      byte = escaped
      offset += 3
    case ASCII.question, ASCII.number:
      throw error(
        .queryOrFragment, at: place,
        """
        query and fragment are not matched. End the pattern here and read them from the address; \
        for the character itself write '\(PercentEncoding.escape(byte))'.
        """)
    case 0...ASCII.space, ASCII.delete:
      throw error(
        .invalidCharacter, at: place,
        "this cannot stand in an address. Write '\(PercentEncoding.escape(byte))'.")
    case ASCII.colon where segments.isEmpty && schemes.isEmpty && bytes[0] != ASCII.slash:
      throw error(
        .colonInFirstSegment, at: place,
        "here a colon looks like the end of a scheme. Write 'kl://', or '%3A' for the colon itself."
      )
    default:
      offset += 1
    }
    literal.append(byte)
  }

  private func checkUTF8(_ literals: [[UInt8]], at start: Int) throws(RoutePatternError) {
    for literal in literals where String(validating: literal, as: UTF8.self) == nil {
      throw error(
        .notUTF8, at: start, "its escapes are no UTF-8. Write the text itself, or correct them.")
    }
  }

  // MARK: - Captures

  /// Reads `{name}`, `{name:Int}`, `{name?}` or `{*name}`.
  private mutating func parseCapture() throws(RoutePatternError) -> (
    name: String, converter: RouteConverter?, isRest: Bool, isOptional: Bool
  ) {
    let start = offset
    guard
      let end = bytes[start...].firstIndex(where: {
        $0 == ASCII.closeBrace || $0 == ASCII.slash
      }), bytes[end] == ASCII.closeBrace
    else {
      throw error(
        .unclosedBrace, at: start,
        "this brace is not closed before the segment ends. For the brace itself write '{{'.")
    }
    offset = end + 1
    var content = bytes[start + 1..<end]
    let isRest = content.first == ASCII.asterisk
    if isRest { content.removeFirst() }
    let isOptional = content.last == ASCII.question
    if isOptional { content.removeLast() }
    let parts = content.split(
      separator: ASCII.colon, maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(decoding: parts[0], as: UTF8.self)
    guard Self.isName(parts[0]) else {
      throw error(
        .invalidName, at: start + 1,
        """
        '\(name)' is no name. Begin it with a letter or '_', and go on with letters, digits, '_' \
        and '-', as in '{id}', '{id:Int}', '{id?}' and '{*path}'.
        """)
    }
    guard names.insert(name).inserted else {
      throw error(.duplicateName, at: start + 1, "'\(name)' is captured twice. Rename one of them.")
    }
    guard parts.count == 2 else { return (name, nil, isRest, isOptional) }
    guard !isRest else {
      throw error(
        .misplacedRest, at: parts[1].startIndex - 1,
        "a rest has no converter. Remove it, and convert the components yourself.")
    }
    let converter = try converter(
      String(decoding: parts[1], as: UTF8.self), at: parts[1].startIndex)
    return (name, converter, isRest, isOptional)
  }

  private func converter(
    _ name: String, at place: Int
  ) throws(RoutePatternError) -> RouteConverter {
    if let converter = converters[name] { return converter }
    let nearest = EditDistance.nearest(to: name, among: converters.names, atMost: 1)
    let suggestion = nearest.first.map { "Did you mean '\($0)'? " } ?? ""
    throw error(
      .unknownConverter, at: place,
      """
      there is no converter '\(name)'. \(suggestion)\
      Known are \(converters.names.joined(separator: ", ")).
      """)
  }

  private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return false }
    func isLetter(_ byte: UInt8) -> Bool {
      ASCII.isLetter(byte) || byte == ASCII.underscore || byte >= 0x80
    }
    return isLetter(first)
      && bytes.allSatisfy { isLetter($0) || ASCII.isDigit($0) || $0 == ASCII.minus }
  }
}
