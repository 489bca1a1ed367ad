package import RecordFormat

/// One executable, library or object file: a whole file, or a part of one.
package struct BinaryImage: Sendable {
  /// The path of the file, with the name of the member behind it if it has
  /// several: `libShop.a(Cart.o)`.
  package let name: String
  /// The name of the member of an archive, or of the architecture in a universal
  /// file.
  package let member: String?
  /// The properties of the binary, apart from its records.
  package let traits: BinaryTraits
  /// The good records, in the order that a running process has too.
  package let records: [DeclaredRecord]
  package let problems: [BinaryProblem]

  let contents: Contents

  /// The file in its format.
  enum Contents: Sendable {
    case elf(ELFImage)
    case machO(MachOImage)
  }

  /// Reads an ELF or a Mach-O file.
  init(_ bytes: Bytes, name: String, member: String?) throws(FormatError) {
    self.name = name
    self.member = member
    var collector = RecordCollector(image: name)
    if ELFHeader.isHeader(bytes) {
      let image = try ELFImage(bytes)
      traits = image.traits(&collector)
      image.collectRecords(into: &collector)
      contents = .elf(image)
    } else {
      let image = try MachOImage(bytes)
      traits = image.traits
      image.collectRecords(into: &collector)
      contents = .machO(image)
    }
    (records, problems) = collector.finish()
  }

  /// The number of bytes of the file that the records take.
  package var recordByteCount: Int { records.reduce(0) { $0 + $1.byteCount } }

  /// The notes of compilers and linkers about themselves.
  ///
  /// - Complexity: Reads the table of sections.
  package var comments: [String] {
    switch contents {
    case .elf(let image): image.comments
    case .machO: []
    }
  }

  /// The linker that made it, such as `LLD 21.1.6` or `gold 1.16`; nothing when it
  /// left no name, as GNU ld does, or when the name was stripped.
  ///
  /// - Complexity: Reads the table of sections.
  package var linker: String? {
    switch contents {
    case .elf(let image): image.linker
    case .machO: nil
    }
  }

  /// The symbols that it shares with other images, as far as their names begin
  /// like this.
  ///
  /// - Complexity: O(*n*) for *n* symbols; nothing is kept.
  package func sharedSymbols(withPrefix prefix: String = "") -> [BinarySymbol] {
    switch contents {
    case .elf(let image): image.dynamicSymbols(withPrefix: prefix)
    case .machO(let image): image.externalSymbols(withPrefix: prefix)
    }
  }

  /// The symbol of this name that it shares with other images.
  ///
  /// - Complexity: O(*n*) for *n* symbols.
  package func sharedSymbol(named name: String) -> BinarySymbol? {
    sharedSymbols(withPrefix: name).first { $0.name == name }
  }
}

extension BinaryImage {
  /// A symbol that every copy of the toolkit defines and no user of it: what the
  /// runtime knows of the type `SectionRegistry`.
  package static let toolkitMarker = "$s15SectionRegistryAAOMn"

  /// A Boolean value that indicates whether it has a copy of the toolkit in itself, as
  /// far as its symbols still say it.
  ///
  /// - Complexity: O(*n*) for *n* symbols.
  package var carriesToolkit: Bool {
    !definedSymbols(among: [Self.toolkitMarker]).isEmpty
  }

  /// A Boolean value that indicates whether it looks for the toolkit in another image.
  ///
  /// - Complexity: O(*n*) for *n* symbols.
  package var needsToolkit: Bool {
    sharedSymbols(withPrefix: "$s15SectionRegistry").contains { !$0.isDefined }
  }
}

/// A name by which images refer to each other's code and data.
package struct BinarySymbol: Sendable, Hashable {
  package let name: String
  /// A Boolean value that indicates whether the image has what the name stands for, and
  /// does not look for it elsewhere.
  package let isDefined: Bool
  /// A Boolean value that indicates whether the symbol may be undefined.
  package let isWeak: Bool
  /// The address, as the file counts addresses; zero if it is not defined.
  package let address: UInt64
}
