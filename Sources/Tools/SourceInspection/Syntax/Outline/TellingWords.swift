/// The words of a text that may belong to a name or a declaration of the toolkit.
///
/// Most parts of most files contain none of these words, and do not need to be visited or even
/// parsed.
struct TellingWords {
  /// The offsets of the words, in their order.
  private(set) var offsets: [Int] = []
  /// A Boolean value that indicates whether a word is only used with the toolkit.
  private(set) var areDistinctive = false

  private struct Word {
    let bytes: [UInt8]
    let isDistinctive: Bool
  }

  /// The words by their first byte.
  private static let words: [[Word]] = {
    let names = Set(NameRules.words + DeclarationRule.words + ConstantType.words)
    var words = names.map { Word(bytes: Array($0.utf8), isDistinctive: true) }
    // A payload may be declared in a file without other names.
    words.append(Word(bytes: Array("Codable".utf8), isDistinctive: true))
    // Within an extension of a type of names.
    words += ["Self", "Name"].map { Word(bytes: Array($0.utf8), isDistinctive: false) }
    var table: [[Word]] = Array(repeating: [], count: 256)
    for word in words { table[Int(word.bytes[0])].append(word) }
    return table
  }()

  /// Returns whether a range contains one of the words.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of words.
  func areIn(_ range: Range<Int>) -> Bool {
    var low = 0
    var high = offsets.count
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < offsets.count && offsets[low] < range.upperBound
  }
}

extension TellingWords {
  /// Finds the words.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  init(in text: String) {
    let bytes = text.utf8.span
    let words = Self.words
    var offset = 0
    while offset < bytes.count {
      let start = offset
      while offset < bytes.count, Self.isPartOfWord(bytes[offset]) { offset += 1 }
      if offset > start {
        let length = offset - start
        for word in words[Int(bytes[start])] where word.bytes.count == length {
          guard word.bytes.indices.allSatisfy({ bytes[start + $0] == word.bytes[$0] }) else {
            continue
          }
          offsets.append(start)
          areDistinctive = areDistinctive || word.isDistinctive
        }
      }
      offset += 1
    }
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
      true
    default: false
    }
  }
}

extension NameRules {
  /// The words that rules require.
  fileprivate static var words: [String] { all.values.joined().map(\.word) }
}

extension NameRule {
  /// `Rhea` for `Rhea.trigger`, `runTask` for `.runTask`, `task` for `#task`.
  fileprivate var word: String {
    if let base, !base.isEmpty { return base }
    return String(name.drop { "#@".contains($0) })
  }
}

extension DeclarationRule {
  fileprivate static var words: [String] {
    all.keys.map { String($0.dropFirst()) } + ["record", "RelayKeys"]
  }
}

extension ConstantType {
  fileprivate static var words: [String] {
    roles.keys.compactMap { $0.split(separator: ".").first.map(String.init) }
  }
}
