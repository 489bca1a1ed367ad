package import BinaryRecords

/// The declared types of all images of a program, by name.
package struct TypeCatalog: Sendable {
  /// The declarations of each type, in the order of the images.
  private var types: [String: [ReflectedType]] = [:]
  /// The names that an image declares more than once, such as private types of different files.
  private var repeated: Set<String> = []
  private var conformances: [String: Set<ReflectedTypes.Conformance>] = [:]
  /// The qualified names of the types by their last part.
  private var names: [Substring: [String]] = [:]
  /// The reasons why images have no types that can be read.
  private var reasons: [String] = []

  package init(_ images: some Sequence<ReflectedTypes>) {
    for image in images {
      if let reason = image.reason { reasons.append(reason) }
      var known: Set<String> = []
      for type in image.types {
        if !known.insert(type.name).inserted { repeated.insert(type.name) }
        types[type.name, default: []].append(type)
      }
      conformances.merge(image.conformances) { $0.union($1) }
    }
    for name in types.keys { names[Self.lastPart(of: name), default: []].append(name) }
  }

  private static func lastPart(of name: String) -> Substring {
    name.lastIndex(of: ".").map { name[name.index(after: $0)...] } ?? name[...]
  }

  /// Returns the qualified names of the types whose names end with a path, sorted.
  func names(endingWith path: String) -> [String] {
    (names[Self.lastPart(of: path)] ?? []).filter { $0 == path || $0.hasSuffix(".\(path)") }
      .sorted()
  }

  func contains(_ name: String) -> Bool { types[name] != nil }

  func conforms(_ name: String, to conformance: ReflectedTypes.Conformance) -> Bool {
    conformances[name]?.contains(conformance) ?? false
  }

  /// Returns the reason why an image has no types that can be read, or another reason if all have.
  func missingReason(or other: String) -> String { reasons.first ?? other }

  /// The reason why a type cannot be read.
  struct Unreadable: Error {
    /// A sentence without a period.
    let reason: String
  }

  /// Returns the only type with a name.
  ///
  /// Several images may contain the same type, if they are linked with the same library.
  func type(_ name: String) throws(Unreadable) -> ReflectedType {
    guard let declarations = types[name], let first = declarations.first else {
      throw Unreadable(
        reason: missingReason(or: "no file that was read declares it; '--libraries' reads more"))
    }
    guard !repeated.contains(name), declarations.allSatisfy({ $0 == first }) else {
      throw Unreadable(reason: "the program declares several types with this name")
    }
    return first
  }
}
