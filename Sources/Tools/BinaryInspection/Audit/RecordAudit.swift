package import BinaryRecords
package import ModuleGraph

/// Which records stand in the inputs of a linker and are missing in what it made,
/// and why.
///
/// A record that a linker left out causes no error: the program builds, starts, and
/// lacks a feature. Only a comparison of both sides shows it.
package struct RecordAudit: Sendable, Hashable, Codable {
  /// A record of an input that no binary has, or none in which it can be used.
  package struct Missing: Sendable, Hashable, Codable {
    /// The kind of record: `rout`.
    package let kind: String
    package let key: String
    /// The source location of the declaration.
    package let place: CodeLocation
    /// Tells the declaration from every other, in hexadecimal.
    package let id: String
    /// The input that it stands in: `libShop.a(Cart.o)`.
    package let input: String
    /// Further inputs that have the same declaration.
    package let otherInputs: [String]
    package let reason: Reason
    /// A Boolean value that indicates whether the files prove the reason, or only make it likely.
    package let isCertain: Bool
    /// An explanation of what happened, with its evidence.
    package let explanation: String
    /// The fix, with the options to use.
    package let remedy: String
  }

  /// Something that is good to know for reading the rest.
  package struct Notice: Sendable, Hashable, Codable {
    /// A record of a binary stands in no input.
    package static let notAmongInputs = "notAmongInputs"
    /// An input is linked to, and not into anything.
    package static let notAnInput = "notAnInput"
    /// Something of an input could not be read.
    package static let unreadInput = "unreadInput"

    /// One of the codes above.
    package let code: String
    package let message: String
    /// The source location of the declaration concerned.
    package let place: CodeLocation?
  }

  /// The files that the linker was given.
  package let inputs: [String]
  /// The files that it made.
  package let binaries: [String]
  /// The number of declarations in the inputs.
  package let recordCount: Int
  /// The missing ones, input by input.
  package let missing: [Missing]
  package let notices: [Notice]

  /// A Boolean value that indicates whether all records of the inputs can be used in the binaries.
  package var isComplete: Bool { missing.isEmpty }

  /// Compares what a linker was given with what it made.
  ///
  /// - Parameters:
  ///   - inputs: Object files and archives.
  ///   - binaries: The executable or library, and what else was made of the inputs.
  package init(inputs: [BinaryFile], binaries: [BinaryFile]) {
    self.inputs = inputs.map(\.path)
    self.binaries = binaries.map(\.path)
    let outcome = LinkOutcome(binaries)
    let all = LinkInputs(inputs, for: outcome)
    var judge = RecordJudge(inputs: all, outcome: outcome)
    recordCount = all.declarations.count
    missing = all.declarations.compactMap { judge.judge($0) }
    notices = all.notices + judge.notAmongInputs
  }
}

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
