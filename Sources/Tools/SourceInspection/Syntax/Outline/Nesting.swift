/// The nesting of a text, as far as the parser cannot bear any depth.
///
/// SwiftParser limits the nesting of most syntax itself. But some of its functions call
/// themselves for each bracket, keyword or condition before they look at that limit: 4,000 of them
/// exhaust a stack of 8 MiB, and each `[` in another `[` doubles the time. Others need seconds for
/// a long text, as for `a!` 100,000 times in a line. No code that people write comes near, so that
/// such a text is not parsed at all.
struct Nesting {
  private static let mostBrackets = 256
  private static let mostSquareBrackets = 16
  private static let mostWords = 512
  private static let mostPostfixes = 1_024
  private static let mostBytes = 1_000_000

  private var brackets = 0
  private var squareBrackets = 0
  /// The number of `<` behind a word that have not been closed.
  private var generics = 0
  /// The number of words since the last beginning of a line that may be followed by themselves.
  private var words = 0
  private var conditions = 0
  /// The number of `!` and `?` in the line that have no space before them.
  private var postfixes = 0
  private(set) var isTooDeep = false

  /// Counts what opens and closes something in a text.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  init(of text: String) {
    let bytes = text.utf8.span
    isTooDeep = bytes.count > Self.mostBytes
    guard !isTooDeep else { return }
    var previous = UInt8(ascii: "\n")
    for offset in bytes.indices {
      let byte = bytes[offset]
      // Brackets in strings and comments are counted as well, but only up to the next
      // declaration that is not indented.
      if previous == UInt8(ascii: "\n"), Self.beginsDeclaration(byte) {
        (brackets, squareBrackets, generics, words) = (0, 0, 0, 0)
      }
      count(byte, behind: previous)
      if !Self.isLetter(previous) { countWord(at: offset, in: bytes) }
      previous = byte
      isTooDeep =
        isTooDeep || max(brackets, generics, conditions) > Self.mostBrackets
        || squareBrackets > Self.mostSquareBrackets || words > Self.mostWords
        || postfixes > Self.mostPostfixes
    }
  }

  private mutating func count(_ byte: UInt8, behind previous: UInt8) {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "{"): brackets += 1
    case UInt8(ascii: ")"), UInt8(ascii: "}"): brackets = max(0, brackets - 1)
    case UInt8(ascii: "["):
      brackets += 1
      squareBrackets += 1
    case UInt8(ascii: "]"):
      brackets = max(0, brackets - 1)
      squareBrackets = max(0, squareBrackets - 1)
    case UInt8(ascii: "<") where Self.isLetter(previous): generics += 1
    case UInt8(ascii: ">"): generics = max(0, generics - 1)
    case UInt8(ascii: "!") where previous != UInt8(ascii: " "),
      UInt8(ascii: "?") where previous != UInt8(ascii: " "):
      postfixes += 1
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): postfixes = 0
    default: break
    }
  }

  private mutating func countWord(at offset: Int, in bytes: Span<UInt8>) {
    switch bytes[offset] {
    case UInt8(ascii: "t") where Self.has("try", at: offset, in: bytes),
      UInt8(ascii: "a") where Self.has("await", at: offset, in: bytes),
      UInt8(ascii: "e") where Self.has("else", at: offset, in: bytes):
      words += 1
    case UInt8(ascii: "#") where Self.has("#if", at: offset, in: bytes): conditions += 1
    case UInt8(ascii: "#") where Self.has("#endif", at: offset, in: bytes):
      conditions = max(0, conditions - 1)
    default: break
    }
  }

  private static func has(_ word: String, at offset: Int, in bytes: Span<UInt8>) -> Bool {
    let word = word.utf8
    guard offset + word.count <= bytes.count else { return false }
    return word.enumerated().allSatisfy { bytes[offset + $0.offset] == $0.element }
  }

  private static func beginsDeclaration(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte == UInt8(ascii: "@")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
      true
    default: false
    }
  }
}
