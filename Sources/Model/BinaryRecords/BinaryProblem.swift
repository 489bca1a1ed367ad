package import RecordFormat

/// Something wrong with the records of a binary, or with one image in a file of
/// several.
///
/// Problems never stop the reading: the good records are there all the same. The
/// codes that the running process has too mean the same as there.
package struct BinaryProblem: Sendable, Hashable {
  /// The kind of problem; the list may grow.
  package struct Code: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    private init(_ description: String) { self.description = description }

    /// A record of a version this toolkit does not read.
    package static let unknownVersion = Code("unknownVersion")
    /// Bytes that look like a record but are none.
    package static let malformedRecord = Code("malformedRecord")
    /// A record whose accessor points at nothing, or outside the code.
    package static let foreignAccessor = Code("foreignAccessor")
    /// One declaration that stands twice in the image.
    package static let repeatedRecord = Code("repeatedRecord")
    /// Records that the loader does not map, so that no process finds them.
    package static let recordsNotLoaded = Code("recordsNotLoaded")
    /// A table that could not be read, so that something may be missing.
    package static let unreadableTable = Code("unreadableTable")
    /// A member of an archive, or an architecture of a universal file, that is
    /// no binary.
    package static let unreadableMember = Code("unreadableMember")
    /// There were more problems than are listed.
    package static let manyProblems = Code("manyProblems")
  }

  /// The kind of problem.
  package let code: Code
  /// The file, and the member in it.
  package let image: String
  /// The offset in the file in bytes, if it is about one place.
  package let offset: Int?
  /// A sentence that says what is wrong, and what to do about it.
  package let message: String
  /// The record concerned, as far as it could be read.
  package let record: DeclaredRecord?
}

extension BinaryProblem: CustomStringConvertible {
  package var description: String {
    let place = offset.map { " at offset \($0)" } ?? ""
    return "\(code): \(image)\(place): \(message)."
  }
}
