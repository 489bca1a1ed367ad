/// One thing that is good, bad or surprising about a binary.
package struct Diagnosis: Sendable, Hashable, Codable {
  /// The severity of a diagnosis.
  package enum Verdict: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// It is as it should be.
    case good
    /// It is good to know, and no harm.
    case notice
    /// It does harm in some situations.
    case warning
    /// It does harm.
    case error

    /// Returns whether one matters less than the other.
    package static func < (left: Verdict, right: Verdict) -> Bool {
      allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
    }
  }

  /// The subject of the diagnosis: `linker`.
  package let code: String
  package let verdict: Verdict
  /// A sentence that says what was found.
  package let text: String
  /// The fix, if there is anything to do.
  package let remedy: String?
  /// The file, and the member in it.
  package let image: String
  /// The offset in the file in bytes, if it concerns one position.
  package let offset: Int?

  init(
    _ code: String, _ verdict: Verdict, of image: String, at offset: Int? = nil, _ text: String,
    remedy: String? = nil
  ) {
    self.code = code
    self.verdict = verdict
    self.image = image
    self.offset = offset
    self.text = text
    self.remedy = remedy
  }
}

extension Diagnosis: CustomStringConvertible {
  /// The diagnosis in one line: `warning: at offset 0: … [codeSegment]`.
  package var description: String {
    let place = offset.map { "at offset \($0): " } ?? ""
    let advice = remedy.map { " \($0)." } ?? ""
    return "\(verdict.rawValue): \(place)\(text).\(advice) [\(code)]"
  }
}
