/// A diagnosis of one property of a binary.
package struct Diagnosis: Sendable, Hashable, Codable {
  /// The severity of a diagnosis.
  package enum Verdict: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// The property is correct.
    case good
    /// The property is useful to know and not harmful.
    case notice
    /// The property is harmful in some situations.
    case warning
    /// The property is harmful.
    case error

    /// Returns whether the left verdict is less severe.
    package static func < (left: Verdict, right: Verdict) -> Bool {
      allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
    }
  }

  /// The subject of the diagnosis: `linker`.
  package let code: String
  package let verdict: Verdict
  /// A sentence that describes the property.
  package let text: String
  /// The fix, or `nil` if nothing needs to be done.
  package let remedy: String?
  /// The file, and the member in it.
  package let image: String
  /// The offset in the file in bytes, if the diagnosis has a place.
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
