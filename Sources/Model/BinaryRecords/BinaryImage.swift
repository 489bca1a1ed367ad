package import RecordFormat

/// An executable, library or object file: a whole file, or a part of one.
package struct BinaryImage: Sendable {
  /// The path of the file.
  ///
  /// If it has several members, the name of the member follows: `libShop.a(Cart.o)`.
  package let name: String
  /// The name of the member of an archive, or of the architecture in a universal file.
  package let member: String?
  /// The properties of the binary, apart from its records.
  package let traits: BinaryTraits
  /// The valid records, in the same order as in a running process.
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

  /// The number of bytes of the file that its records occupy.
  package var recordByteCount: Int { records.reduce(0) { $0 + $1.byteCount } }

  /// The comments that compilers and linkers left about themselves.
  ///
  /// - Complexity: Reads the table of sections.
  package var comments: [String] {
    switch contents {
    case .elf(let image): image.comments
    case .machO: []
    }
  }

  /// The linker that created the image, such as `LLD 21.1.6` or `gold 1.16`.
  ///
  /// It is `nil` if the linker leaves no name, such as GNU ld, or if the name was stripped.
  ///
  /// - Complexity: Reads the table of sections.
  package var linker: String? {
    switch contents {
    case .elf(let image): image.linker
    case .machO: nil
    }
  }

  /// Returns the symbols that the image shares with others and whose names start with the prefix.
  ///
  /// - Complexity: O(*n*) for *n* symbols. Nothing is cached.
  package func sharedSymbols(withPrefix prefix: String = "") -> [BinarySymbol] {
    switch contents {
    case .elf(let image): image.dynamicSymbols(withPrefix: prefix)
    case .machO(let image): image.externalSymbols(withPrefix: prefix)
    }
  }

  /// Returns the symbol with this name that the image shares with others.
  ///
  /// - Complexity: O(*n*) for *n* symbols.
  package func sharedSymbol(named name: String) -> BinarySymbol? {
    sharedSymbols(withPrefix: name).first { $0.name == name }
  }
}

extension BinaryImage {
  /// A symbol that every copy of the toolkit defines, but no client of the toolkit does: the
  /// metadata of the type `SectionRegistry`.
  package static let toolkitMarker = "$s15SectionRegistryAAOMn"

  /// A Boolean value that indicates whether the image contains a copy of the toolkit.
  ///
  /// It is `false` if the symbols of the copy were stripped.
  ///
  /// - Complexity: O(*n*) for *n* symbols.
  package var carriesToolkit: Bool {
    !definedSymbols(among: [Self.toolkitMarker]).isEmpty
  }

  /// A Boolean value that indicates whether the image links to the toolkit in another image.
  ///
  /// - Complexity: O(*n*) for *n* symbols.
  package var needsToolkit: Bool {
    sharedSymbols(withPrefix: "$s15SectionRegistry").contains { !$0.isDefined }
  }
}

/// The name of code or data, by which other images can refer to it.
package struct BinarySymbol: Sendable, Hashable {
  package let name: String
  /// A Boolean value that indicates whether the image defines the symbol, and does not import it.
  package let isDefined: Bool
  /// A Boolean value that indicates whether the symbol may be undefined.
  package let isWeak: Bool
  /// The address, relative to the addresses of the file, or zero if the symbol is not defined.
  package let address: UInt64
}
