extension RecordAudit {
  /// Why a record is missing; the list may grow.
  package struct Reason: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package var description: String { rawValue }

    /// The linker took nothing of the archive's member, since no input refers to it.
    package static let memberNotSelected = Reason(rawValue: "memberNotSelected")
    /// The linker was not given the object file.
    package static let objectNotLinked = Reason(rawValue: "objectNotLinked")
    /// The linker took the object file, but removed the record as unused.
    package static let collected = Reason(rawValue: "collected")
    /// The linker took the object file, but dropped its notes.
    package static let discarded = Reason(rawValue: "discarded")
    /// A tool removed the notes of the linked file.
    package static let notesRemoved = Reason(rawValue: "notesRemoved")
    /// The record stands in the file, but no process finds it there.
    package static let notLoaded = Reason(rawValue: "notLoaded")
    /// The record stands in the file, but its accessor points to no code.
    package static let brokenAccessor = Reason(rawValue: "brokenAccessor")
    /// The binary was made from another state of the source.
    package static let otherBuild = Reason(rawValue: "otherBuild")
    /// The linker kept the same group of sections from another input.
    package static let otherGroup = Reason(rawValue: "otherGroup")
    /// The binary is for another processor.
    package static let otherArchitecture = Reason(rawValue: "otherArchitecture")
    /// Records of the binary are damaged, and this may be one of them.
    package static let damaged = Reason(rawValue: "damaged")
    /// The files do not tell.
    package static let unknown = Reason(rawValue: "unknown")
  }
}
