import BinaryRecords
import Declarations
import ModuleGraph

/// The inputs of a linker, with the data for an audit.
struct LinkInputs {
  /// An object file, or a member of an archive.
  struct Part {
    let image: BinaryImage
    /// The path of its file.
    let path: String
    /// A Boolean value that indicates whether linkers only use it if another input refers to it.
    let isMember: Bool
    let fitsBinary: Bool
  }

  /// A declaration, with all its places in the inputs.
  struct Declared {
    let record: DeclaredRecord
    /// The indices of the parts that contain it, and its record in each.
    var places: [(part: Int, record: DeclaredRecord)]
  }

  private(set) var parts: [Part] = []
  /// The declarations in the order of the inputs.
  private(set) var declarations: [Declared] = []
  private(set) var notices: [RecordAudit.Notice] = []
  /// The index of each declaration in the list.
  private(set) var indices: [DeclarationID: Int] = [:]

  init(_ files: [BinaryFile], for outcome: LinkOutcome) {
    for file in files {
      let hasFitting = file.images.contains(where: outcome.fits)
      for image in file.images {
        guard image.traits.form == .object else {
          notices.append(Self.notAnInput(image))
          continue
        }
        let fits = outcome.fits(image)
        // A linker uses only one part of a universal file.
        guard fits || !hasFitting else { continue }
        add(
          Part(
            image: image, path: file.path, isMember: image.isArchiveMember, fitsBinary: fits))
      }
      notices += file.problems.compactMap(Self.unreadInput)
    }
  }

  private mutating func add(_ part: Part) {
    for record in part.image.records {
      let declaration = DeclarationID(record)
      if let index = indices[declaration] {
        declarations[index].places.append((parts.count, record))
      } else {
        indices[declaration] = declarations.count
        declarations.append(Declared(record: record, places: [(parts.count, record)]))
      }
    }
    parts.append(part)
  }

  /// The symbols that exist in exactly one part, with this part.
  ///
  /// If one of them was linked, the part was linked.
  ///
  /// - Complexity: Reads the symbols of all parts.
  var ownSymbols: [String: Int] {
    var owners: [String: Int?] = [:]
    for (index, part) in parts.enumerated() {
      for symbol in part.image.sharedSymbols() where symbol.isDefined && !symbol.isWeak {
        owners[symbol.name] = owners[symbol.name].map { $0 == index ? index : nil } ?? index
      }
    }
    return owners.compactMapValues(\.self)
  }

  // MARK: Notices

  private static func notAnInput(_ image: BinaryImage) -> RecordAudit.Notice {
    RecordAudit.Notice(
      code: RecordAudit.Notice.notAnInput,
      message:
        "\(image.name) is of the form '\(image.traits.form)', which keeps its own records when others "
        + "link to it, so it was not compared. Pass it as a binary instead",
      place: nil)
  }

  /// Returns a notice about the effect of a problem on the audit of the inputs, or `nil` if it has
  /// none.
  private static func unreadInput(_ problem: BinaryProblem) -> RecordAudit.Notice? {
    guard problem.code != .repeatedRecord else { return nil }
    return RecordAudit.Notice(
      code: RecordAudit.Notice.unreadInput,
      message: "some of \(problem.image) was not compared (\(problem.code)): \(problem.message)",
      place: problem.record?.location)
  }
}

extension BinaryImage {
  /// A Boolean value that indicates whether this is a member of an archive, and not a part of a
  /// universal file.
  var isArchiveMember: Bool { member != nil && member != traits.architecture }
}
