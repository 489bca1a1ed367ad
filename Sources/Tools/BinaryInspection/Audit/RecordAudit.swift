package import BinaryRecords
package import ModuleGraph

/// The records that the inputs of a linker contain but its output does not, with the reasons.
///
/// If a linker omits a record, it reports no error. The program is built and starts, but lacks a
/// feature. Only a comparison of the inputs and the output detects this.
package struct RecordAudit: Sendable, Hashable, Codable {
  /// A record of an input that no binary contains in a usable form.
  package struct Missing: Sendable, Hashable, Codable {
    /// The kind of record: `rout`.
    package let kind: String
    package let key: String
    /// The source location of the declaration.
    package let place: CodeLocation
    /// The identifier of the declaration, in hexadecimal.
    package let id: String
    /// The input with the record: `libShop.a(Cart.o)`.
    package let input: String
    /// Other inputs with the same declaration.
    package let otherInputs: [String]
    package let reason: Reason
    /// A Boolean value that indicates whether the files prove the reason.
    ///
    /// Otherwise, it is only likely.
    package let isCertain: Bool
    /// An explanation with its evidence.
    package let explanation: String
    /// The fix, including the required options.
    package let remedy: String
  }

  /// Additional information about the audit.
  package struct Notice: Sendable, Hashable, Codable {
    /// No input contains a record of a binary.
    package static let notAmongInputs = "notAmongInputs"
    /// The file is a library to link against, and not an input.
    package static let notAnInput = "notAnInput"
    /// A part of an input could not be read.
    package static let unreadInput = "unreadInput"

    /// One of the codes above.
    package let code: String
    package let message: String
    /// The source location of the declaration.
    package let place: CodeLocation?
  }

  /// The input files of the linker.
  package let inputs: [String]
  /// The output files of the linker.
  package let binaries: [String]
  /// The number of declarations in the inputs.
  package let recordCount: Int
  /// The missing records, input by input.
  package let missing: [Missing]
  package let notices: [Notice]

  /// A Boolean value that indicates whether all records of the inputs can be used in the binaries.
  package var isComplete: Bool { missing.isEmpty }

  /// Compares the inputs of a linker with its output.
  ///
  /// - Parameters:
  ///   - inputs: The object files and archives.
  ///   - binaries: The executable or library, and other files that were created from the inputs.
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
  /// The reason why a record is missing.
  ///
  /// Later releases may add reasons.
  package struct Reason: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package var description: String { rawValue }

    /// The linker did not use the member of the archive, because no input refers to it.
    package static let memberNotSelected = Reason(rawValue: "memberNotSelected")
    /// The object file was not passed to the linker.
    package static let objectNotLinked = Reason(rawValue: "objectNotLinked")
    /// The linker used the object file, but removed the record as unused.
    package static let collected = Reason(rawValue: "collected")
    /// The linker used the object file, but removed its notes.
    package static let discarded = Reason(rawValue: "discarded")
    /// A tool removed the notes of the linked file.
    package static let notesRemoved = Reason(rawValue: "notesRemoved")
    /// The file contains the record in a place where no process finds it.
    package static let notLoaded = Reason(rawValue: "notLoaded")
    /// The file contains the record, but its accessor does not refer to code.
    package static let brokenAccessor = Reason(rawValue: "brokenAccessor")
    /// The binary was created from another version of the source.
    package static let otherBuild = Reason(rawValue: "otherBuild")
    /// The linker kept the same section group from another input.
    package static let otherGroup = Reason(rawValue: "otherGroup")
    /// The binary is for another processor.
    package static let otherArchitecture = Reason(rawValue: "otherArchitecture")
    /// Records of the binary are damaged, and the missing record may be one of them.
    package static let damaged = Reason(rawValue: "damaged")
    /// The reason cannot be determined from the files.
    package static let unknown = Reason(rawValue: "unknown")
  }
}
