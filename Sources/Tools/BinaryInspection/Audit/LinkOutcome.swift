import BinaryRecords
import Declarations

/// The output of a linker, with the data for an audit.
struct LinkOutcome {
  let images: [BinaryImage]
  /// The records that a process will find.
  let records: [DeclaredRecord]
  /// The declarations of these records.
  let present: Set<DeclarationID>
  /// The records in places where no process looks for them.
  let unloaded: [DeclarationID: DeclaredRecord]
  /// The records that can be found but not used.
  let broken: [DeclarationID: DeclaredRecord]
  /// The image from which a tool removed all notes.
  let emptied: BinaryImage?
  /// The number of records that could not be read.
  let damagedCount: Int
  /// A Boolean value that indicates whether all images still have the symbols of their code and
  /// data.
  let hasSymbols: Bool

  init(_ files: [BinaryFile]) {
    images = files.flatMap(\.images)
    records = images.flatMap { image in
      // If this is incorrect, a process finds no records at all, even if a reader does.
      let unloaded = Set(image.unloadedRecords.map(\.offset))
      return image.records.filter { !unloaded.contains($0.offset) }
    }
    present = Set(records.map(DeclarationID.init))
    unloaded = Self.byDeclaration(images.flatMap(\.unloadedRecords))
    let problems = files.flatMap(\.problems)
    broken = Self.byDeclaration(
      problems.filter { $0.code == .foreignAccessor }.compactMap(\.record))
    emptied = images.first { image in
      image.records.isEmpty && image.notes.contains(where: \.isEmptied)
    }
    damagedCount =
      problems.count { [.malformedRecord, .unknownVersion, .manyProblems].contains($0.code) }
    hasSymbols = images.allSatisfy(\.hasSymbolTable)
  }

  /// The names of the binaries, for messages.
  var names: String { images.map(\.name).joined(separator: ", ") }

  /// Returns whether one of the images is for the same processor.
  func fits(_ image: BinaryImage) -> Bool {
    images.isEmpty
      || images.contains {
        $0.traits.format == image.traits.format
          && $0.traits.architecture == image.traits.architecture
      }
  }

  /// Returns the names that exist as symbols in one of the images.
  func symbols(among names: Set<String>) -> Set<String> {
    images.reduce(into: []) { $0.formUnion($1.definedSymbols(among: names)) }
  }

  private static func byDeclaration(_ records: [DeclaredRecord]) -> [DeclarationID: DeclaredRecord]
  {
    Dictionary(records.map { (DeclarationID($0), $0) }, uniquingKeysWith: { first, _ in first })
  }
}
