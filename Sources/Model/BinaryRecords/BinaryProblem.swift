package import RecordFormat

/// A problem with the records of a binary, or with one image of a file with several.
///
/// Problems never stop the reading, and the valid records are always available. Codes that also
/// exist in the running process have the same meaning there.
package struct BinaryProblem: Sendable, Hashable {
  /// The kind of problem.
  ///
  /// Later releases may add kinds.
  package struct Code: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    private init(_ description: String) { self.description = description }

    /// A record has a version that this toolkit cannot read.
    package static let unknownVersion = Code("unknownVersion")
    /// Bytes look like a record, but are not valid.
    package static let malformedRecord = Code("malformedRecord")
    /// The accessor of a record is missing or outside the code.
    package static let foreignAccessor = Code("foreignAccessor")
    /// The image contains the same declaration twice.
    package static let repeatedRecord = Code("repeatedRecord")
    /// The loader does not map records, so no process finds them.
    package static let recordsNotLoaded = Code("recordsNotLoaded")
    /// A table could not be read, so records may be missing.
    package static let unreadableTable = Code("unreadableTable")
    /// A member of an archive, or an architecture of a universal file, is not a binary.
    package static let unreadableMember = Code("unreadableMember")
    /// There are more problems than the list contains.
    package static let manyProblems = Code("manyProblems")
  }

  /// The kind of problem.
  package let code: Code
  /// The file, and the member in it.
  package let image: String
  /// The offset in the file in bytes, if the problem has a place.
  package let offset: Int?
  /// A sentence that describes the problem and suggests a fix.
  package let message: String
  /// The record with the problem, or `nil` if it is unreadable or the problem concerns no record.
  package let record: DeclaredRecord?
}

extension BinaryProblem: CustomStringConvertible {
  package var description: String {
    let place = offset.map { " at offset \($0)" } ?? ""
    return "\(code): \(image)\(place): \(message)."
  }
}
