import Spelling

/// A parser that reads a pattern from left to right.
struct RoutePatternParser {
  private let text: String
  private let bytes: [UInt8]
  private let converters: Set<String>
  private var offset = 0
  private var names: Set<String> = []

  private(set) var schemes: [String] = []
  private(set) var segments: [RoutePatternSyntax.Segment] = []
  private(set) var optionals: Set<Int> = []

  init(_ text: String, converters: Set<String>) {
    self.text = text
    bytes = Array(text.utf8)
    self.converters = converters
  }

  mutating func parse() throws(RoutePatternError) {
    guard !bytes.isEmpty else {
      throw error(
        .empty, at: 0, "it is empty. For addresses without components write '/'.",
        fixes: [(0..<0, "/")])
    }
    try parseSchemes()
    if byte == Self.slash { offset += 1 }
    while offset < bytes.count {
      let start = offset
      let questionMark = try parseSegment()
      guard segments.count <= RoutePatternSyntax.segmentLimit else {
        throw error(
          .tooManySegments, at: start,
          """
          a pattern has at most \(RoutePatternSyntax.segmentLimit) segments. End it with a rest, \
          such as '{*rest}'.
          """)
      }
      try countVariants(questionMark, at: start)
      if byte == Self.slash { offset += 1 }
    }
  }

  /// The number of combinations of the optional segments so far, without the last run.
  private var variantCount = 1
  /// The number of optional segments in the run that ends at the current segment.
  private var runLength = 0

  /// Counts the combinations of optional segments.
  ///
  /// A run of *n* adjacent optional segments has *n* + 1 combinations, because they are omitted
  /// from its end.
  private mutating func countVariants(
    _ questionMark: Int?, at start: Int
  ) throws(RoutePatternError) {
    guard let questionMark else {
      variantCount *= runLength + 1
      runLength = 0
      return
    }
    optionals.insert(segments.count - 1)
    runLength += 1
    guard variantCount * (runLength + 1) <= RoutePatternSyntax.variantLimit else {
      throw error(
        .tooManyOptionals, at: start,
        """
        with it, more than \(RoutePatternSyntax.variantLimit) combinations of optional segments \
        would match. Remove the '?', or declare several routes.
        """,
        fixes: [(questionMark..<questionMark + 1, "")])
    }
  }

  /// The next byte, or `nil` at the end.
  private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func error(
    _ reason: RoutePatternError.Reason, at offset: Int, _ message: String,
    fixes: [(range: Range<Int>, replacement: String)] = []
  ) -> RoutePatternError {
    RoutePatternError(
      reason: reason, pattern: text, offset: offset, message: message,
      corrections: fixes.map {
        RoutePatternError.Correction(range: $0.range, replacement: $0.replacement)
      })
  }

  // MARK: - Schemes

  /// Parses `kl://` or `{kl,kf}://`, if present.
  private mutating func parseSchemes() throws(RoutePatternError) {
    guard let end = endOfSchemes else { return }
    let isList = byte == Self.openBrace
    let list = isList ? bytes[1..<end - 1] : bytes[..<end]
    var start = list.startIndex
    for scheme in list.split(separator: Self.comma, omittingEmptySubsequences: false) {
      guard Self.isScheme(scheme), isList || scheme.count == list.count else {
        throw error(
          .invalidScheme, at: start,
          """
          a scheme starts with a letter and continues with letters, digits, '+', '-' and '.'. \
          Write 'kl://' for one and '{kl,kf}://' for several.
          """)
      }
      let name = String(decoding: scheme, as: UTF8.self).lowercased()
      guard !schemes.contains(name) else {
        throw error(
          .invalidScheme, at: start, "the scheme '\(name)' appears twice. Remove one.",
          fixes: [(start - 1..<start + scheme.count, "")])
      }
      schemes.append(name)
      start += scheme.count + 1
    }
    offset = end + 3
  }

  /// The offset of `://`, if it ends schemes.
  private var endOfSchemes: Int? {
    guard
      let end = bytes.indices.first(where: { index in
        bytes[index] == Self.slash || bytes[index...].starts(with: "://".utf8)
      }), bytes[end] == Self.colon
    else { return nil }
    // An opening brace starts a list of schemes only if the list ends here.
    if bytes[0] == Self.openBrace {
      return end > 1 && bytes.firstIndex(of: Self.closeBrace) == end - 1 ? end : nil
    }
    return end
  }

  // MARK: - Segments

  /// Parses the segment up to the next slash or the end.
  ///
  /// - Returns: The offset of the mark of an optional segment, or `nil` if the segment is required.
  private mutating func parseSegment() throws(RoutePatternError) -> Int? {
    let start = offset
    var literals: [[UInt8]] = [[]]
    var captures: [RoutePatternSyntax.Capture] = []
    var star: Int?
    var questionMark: Int?
    while let byte, byte != Self.slash {
      let place = offset
      if byte == Self.openBrace, !isDoubled {
        let found = try parseCapture()
        if !captures.isEmpty, literals[literals.count - 1].isEmpty {
          throw error(
            .ambiguousCaptures, at: place,
            "the border between two adjacent captures is ambiguous. Put text between them.",
            fixes: [(place..<place, "-"), (place..<place, "/")])
        }
        captures.append(found.capture)
        literals.append([])
        star = found.star ?? star
        questionMark = found.questionMark ?? questionMark
      } else {
        try parseLiteralByte(into: &literals[literals.count - 1])
      }
    }
    try checkUTF8(literals, at: start)
    let isAlone = captures.count == 1 && literals.allSatisfy(\.isEmpty)
    if captures.isEmpty {
      guard !literals[0].isEmpty else {
        throw error(
          .emptySegment, at: start, "nothing is between two slashes. Remove one of them.",
          fixes: [(start..<start + 1, "")])
      }
      segments.append(.literal(literals[0]))
    } else if star != nil {
      let isLast = byte == nil || offset + 1 == bytes.count
      guard captures.count == 1, literals[1].isEmpty, isLast else {
        throw error(
          .misplacedRest, at: start,
          """
          a rest must end the pattern, and only text may precede it in its segment. Make it the \
          last segment, or a capture without '*'.
          """,
          fixes: star.map { [($0..<$0 + 1, "")] } ?? [])
      }
      segments.append(.rest(prefix: literals[0], captures[0]))
    } else if isAlone {
      segments.append(.capture(captures[0]))
    } else {
      segments.append(.affix(literals: literals, captures))
    }
    if let questionMark, !isAlone {
      throw error(
        .misplacedOptional, at: start,
        "only a whole segment can be optional. Remove the '?', or write '/{name?}'.",
        fixes: [(questionMark..<questionMark + 1, "")])
    }
    return questionMark
  }

  /// A Boolean value that indicates whether the next brace is doubled, and so is a literal brace.
  private var isDoubled: Bool { offset + 1 < bytes.count && bytes[offset + 1] == bytes[offset] }

  private mutating func parseLiteralByte(into literal: inout [UInt8]) throws(RoutePatternError) {
    let place = offset
    var byte = bytes[offset]
    switch byte {
    case Self.openBrace:
      offset += 2
    case Self.closeBrace:
      guard isDoubled else {
        throw error(
          .strayBrace, at: place,
          "this closing brace has no opening one. For the brace itself write '}}'.",
          fixes: [(place..<place + 1, "}}"), (place..<place + 1, "")])
      }
      offset += 2
    case UInt8(ascii: "%"):
      guard let escaped = Self.escapedByte(bytes[(place + 1)...]) else {
        throw error(
          .brokenEscape, at: place,
          "two hexadecimal digits must follow. For the percent sign itself write '%25'.",
          fixes: [(place..<place + 1, "%25")])
      }
      byte = escaped
      offset += 3
    case Self.question, UInt8(ascii: "#"):
      throw error(
        .queryOrFragment, at: place,
        """
        a pattern cannot match query and fragment. End it here and read them from the address. \
        For the character itself write '\(Self.escape(byte))'.
        """,
        fixes: [(place..<bytes.count, ""), (place..<place + 1, Self.escape(byte))])
    case 0...UInt8(ascii: " "), 0x7F:
      throw error(
        .invalidCharacter, at: place,
        "this is not allowed in an address. Write '\(Self.escape(byte))'.",
        fixes: [(place..<place + 1, Self.escape(byte))])
    case Self.colon where segments.isEmpty && schemes.isEmpty && bytes[0] != Self.slash:
      throw error(
        .colonInFirstSegment, at: place,
        "this colon looks like the end of a scheme. Write 'kl://', or '%3A' for the colon itself.",
        fixes: [(place..<place + 1, "://"), (place..<place + 1, "%3A")])
    default:
      offset += 1
    }
    literal.append(byte)
  }

  private func checkUTF8(_ literals: [[UInt8]], at start: Int) throws(RoutePatternError) {
    for literal in literals where String(validating: literal, as: UTF8.self) == nil {
      throw error(
        .notUTF8, at: start, "its escapes are not UTF-8. Write the text itself, or correct them.")
    }
  }

  // MARK: - Captures

  /// The contents of a pair of braces.
  private struct Braces {
    let capture: RoutePatternSyntax.Capture
    /// The offset of the mark of a rest capture, if any.
    let star: Int?
    /// The offset of the mark of an optional segment, if any.
    let questionMark: Int?
  }

  /// Parses `{name}`, `{name:Int}`, `{name?}` or `{*name}`.
  private mutating func parseCapture() throws(RoutePatternError) -> Braces {
    let start = offset
    let stop = bytes[start...].firstIndex { $0 == Self.closeBrace || $0 == Self.slash }
    let end = stop ?? bytes.count
    guard stop != nil, bytes[end] == Self.closeBrace else {
      throw error(
        .unclosedBrace, at: start,
        "this brace is not closed before the segment ends. For the brace itself write '{{'.",
        fixes: (end > start + 1 ? [(end..<end, "}")] : []) + [(start..<start + 1, "{{")])
    }
    offset = end + 1
    var content = bytes[start + 1..<end]
    let star = content.first == UInt8(ascii: "*") ? content.startIndex : nil
    if star != nil { content.removeFirst() }
    let questionMark = content.last == Self.question ? content.endIndex - 1 : nil
    if questionMark != nil { content.removeLast() }
    let parts = content.split(
      separator: Self.colon, maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(decoding: parts[0], as: UTF8.self)
    guard Self.isName(parts[0]) else {
      throw error(
        .invalidName, at: start + 1,
        """
        '\(name)' is not a name. Start it with a letter or '_', and continue with letters, digits, '_' \
        and '-', as in '{id}', '{id:Int}', '{id?}' and '{*path}'.
        """)
    }
    guard names.insert(name).inserted else {
      throw error(.duplicateName, at: start + 1, "'\(name)' is captured twice. Rename one of them.")
    }
    var converter: String?
    var converterRange: Range<Int>?
    if parts.count == 2 {
      let range = parts[1].startIndex - 1..<parts[1].endIndex
      guard star == nil else {
        throw error(
          .misplacedRest, at: range.lowerBound,
          "a rest has no converter. Remove it, and convert the components yourself.",
          fixes: [(range, "")])
      }
      let name = String(decoding: parts[1], as: UTF8.self)
      try checkConverter(name, at: parts[1].indices)
      (converter, converterRange) = (name, range)
    }
    return Braces(
      capture: RoutePatternSyntax.Capture(
        name: name, converter: converter, nameRange: parts[0].indices,
        converterRange: converterRange),
      star: star, questionMark: questionMark)
  }

  private func checkConverter(_ name: String, at range: Range<Int>) throws(RoutePatternError) {
    guard !converters.contains(name) else { return }
    let nearest = EditDistance.nearest(to: name, among: converters, atMost: 1).first
    let suggestion = nearest.map { "Did you mean '\($0)'? " } ?? ""
    let message = """
      no converter is named '\(name)'. \(suggestion)\
      Known converters: \(converters.sorted().joined(separator: ", ")).
      """
    throw error(
      .unknownConverter, at: range.lowerBound, message,
      fixes: nearest.map { [(range, $0)] } ?? [])
  }
}

/// The characters with a meaning in patterns.
extension RoutePatternParser {
  static let slash = UInt8(ascii: "/")
  static let colon = UInt8(ascii: ":")
  static let comma = UInt8(ascii: ",")
  static let question = UInt8(ascii: "?")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")

  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return false }
    func begins(_ byte: UInt8) -> Bool {
      isLetter(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
    }
    return begins(first)
      && bytes.allSatisfy { begins($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
  }

  static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, isLetter(first) else { return false }
    return bytes.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
  }

  /// Returns the byte of the escape whose digits come first, after the percent sign.
  static func escapedByte(_ bytes: ArraySlice<UInt8>) -> UInt8? {
    let digits = bytes.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    return digits.count == 2 ? UInt8(digits[0] << 4 | digits[1]) : nil
  }

  /// Returns the escape of a byte.
  static func escape(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return (byte < 0x10 ? "%0" : "%") + digits
  }
}
