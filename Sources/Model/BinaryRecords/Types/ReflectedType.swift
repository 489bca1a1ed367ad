/// A declared type, as the metadata of an image describes it.
package struct ReflectedType: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case structure
    case enumeration
    case `class`
  }

  /// A stored property or a case.
  package struct Field: Sendable, Hashable {
    package let name: String
    /// The type, or `nil` for a case without associated values.
    package let type: SwiftType?

    package init(_ name: String, _ type: SwiftType? = nil) {
      self.name = name
      self.type = type
    }
  }

  /// The qualified name, without generic parameters: `HarborContracts.Container`.
  package let name: String
  package let kind: Kind
  /// The stored properties or cases, or `nil` if the image has no reflection metadata for the type.
  package let fields: [Field]?
  package let isGeneric: Bool
  package let hasSuperclass: Bool

  package init(
    name: String, kind: Kind, fields: [Field]?, isGeneric: Bool = false,
    hasSuperclass: Bool = false
  ) {
    self.name = name
    self.kind = kind
    self.fields = fields
    self.isGeneric = isGeneric
    self.hasSuperclass = hasSuperclass
  }
}

/// The declared types of an image, and their conformances to the protocols of coding.
package struct ReflectedTypes: Sendable, Hashable {
  /// A protocol that decides how values of a type are encoded.
  package enum Conformance: String, Sendable, Hashable {
    case decodable = "Swift.Decodable"
    case encodable = "Swift.Encodable"
    case rawRepresentable = "Swift.RawRepresentable"
    case codingKeyRepresentable = "Swift.CodingKeyRepresentable"
  }

  /// The types, in the order of the image.
  package var types: [ReflectedType] = []
  /// The conformances of each type, by its name.
  ///
  /// The type may be declared in another image.
  package var conformances: [String: Set<Conformance>] = [:]
  /// The reason why the image has no types that can be read, as a sentence without a period.
  package var reason: String?

  /// Creates a list without types.
  package init(reason: String? = nil) {
    self.reason = reason
  }
}

extension BinaryImage {
  /// Reads the metadata of all types that the image declares.
  ///
  /// - Complexity: Reads all metadata of types, and all relocations. Nothing is cached.
  package func reflectedTypes() -> ReflectedTypes {
    guard traits.form != .object else {
      return ReflectedTypes(reason: "the file is not linked, so the types of its fields are open")
    }
    guard let sections else {
      return ReflectedTypes(reason: "the program has no table of sections, because it was stripped")
    }
    var memory: ImageMemory
    switch contents {
    case .elf(let image): memory = image.memory
    case .machO(let image): memory = image.memory
    }
    var reader = ReflectionReader(memory)
    for section in sections {
      if ReflectionReader.typeSections.contains(section.name) { reader.readTypes(in: section) }
    }
    for section in sections {
      if ReflectionReader.conformanceSections.contains(section.name) {
        reader.readConformances(in: section)
      }
    }
    return reader.types
  }
}
