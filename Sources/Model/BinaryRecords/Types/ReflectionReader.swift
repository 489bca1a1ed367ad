/// Reads the descriptors of types, their fields and their conformances.
///
/// Only structures that `docs/ABI/TypeMetadata.rst` of the Swift repository describes are read. A
/// type whose descriptor is malformed is omitted, and a field whose type cannot be read is kept with
/// a description of the reason.
struct ReflectionReader {
  static let typeSections: Set = [
    "swift5_type_metadata", "swift5_type_metadata_2", "__TEXT,__swift5_types",
    "__TEXT,__swift5_types2",
  ]
  static let conformanceSections: Set = ["swift5_protocol_conformances", "__TEXT,__swift5_proto"]

  /// A context: a module, an extension or a type.
  private struct Context {
    let name: String
    let isGeneric: Bool
    /// The address of the descriptor of fields, if the context is a type with one.
    var fields: UInt64?
    var kind: ReflectedType.Kind?
    var hasSuperclass = false
  }

  private enum ContextKind {
    static let module: UInt32 = 0
    static let `extension`: UInt32 = 1
    static let anonymous: UInt32 = 2
    static let `protocol`: UInt32 = 3
    static let `class`: UInt32 = 16
    static let structure: UInt32 = 17
    static let enumeration: UInt32 = 18
  }

  /// The maximum number of contexts around a type.
  private static let deepest = 64
  /// The maximum size of a list of descriptors: a million types.
  private static let largestList: UInt64 = 4 << 20
  /// The maximum number of bytes of a mangled name.
  private static let longest = 1_024

  private var memory: ImageMemory
  private var contexts: [UInt64: Context?] = [:]
  private var symbols: [String: String?] = [:]
  private var seen: Set<UInt64> = []
  /// The number of contexts that are being read, each for the one before it.
  private var depth = 0
  private(set) var types = ReflectedTypes()

  init(_ memory: ImageMemory) {
    self.memory = memory
  }

  // MARK: Types

  /// Reads the types in a section that lists the relative addresses of their descriptors.
  mutating func readTypes(in section: BinarySection) {
    for address in addresses(in: section) {
      guard case .address(let descriptor)? = memory.relativeOrIndirect(at: address, mask: ~3),
        seen.insert(descriptor).inserted,
        let context = context(at: descriptor), let kind = context.kind
      else { continue }
      let fields = context.fields.map { readFields(at: $0) }
      types.types.append(
        ReflectedType(
          name: context.name, kind: kind, fields: fields ?? nil, isGeneric: context.isGeneric,
          hasSuperclass: context.hasSuperclass))
    }
  }

  /// Returns the addresses of the entries of a section, each of four bytes.
  ///
  /// Returns none if the section is too large.
  private mutating func addresses(in section: BinarySection) -> StrideTo<UInt64> {
    let nothing = stride(from: UInt64(0), to: 0, by: 4)
    let (end, overflows) = section.address.addingReportingOverflow(section.size / 4 * 4)
    guard !overflows, section.size <= Self.largestList, memory.spend(Int(section.size)) else {
      return nothing
    }
    return stride(from: section.address, to: end, by: 4)
  }

  /// Reads a descriptor of fields.
  private mutating func readFields(at address: UInt64) -> [ReflectedType.Field]? {
    guard let size = memory.integer(UInt16.self, at: address &+ 10), size == 12,
      let count = memory.integer(UInt32.self, at: address &+ 12), count <= 1 << 20,
      memory.spend(16 + 12 * Int(count))
    else { return nil }
    var fields: [ReflectedType.Field] = []
    for index in 0..<UInt64(count) {
      let field = address &+ 16 &+ 12 &* index
      guard let start = memory.relative(at: field &+ 8), let name = memory.text(at: start) else {
        return nil
      }
      let type = memory.relative(at: field &+ 4).map { readType(at: $0) }
      fields.append(ReflectedType.Field(name, type))
    }
    return fields
  }

  /// Reads the mangled name of a type.
  private mutating func readType(at address: UInt64) -> SwiftType {
    guard let name = mangledName(at: address) else { return .other("a type with a damaged name") }
    var references: [Int: SwiftType] = [:]
    for (position, kind) in name.references {
      references[position] = referred(kind, at: address &+ UInt64(position))
    }
    do throws(MangledType.Failure) {
      return try MangledType.read(name.bytes) { references[$1] }
    } catch {
      switch error {
      case .unencodable(let words): return .other(words)
      case .unknown: return .other("a type with a name that is not supported")
      }
    }
  }

  /// Returns the bytes of a name, and the positions of the references in it.
  ///
  /// The bytes of a reference may be zero, so the end is found from the start.
  private mutating func mangledName(
    at address: UInt64
  ) -> (bytes: [UInt8], references: [(Int, UInt8)])? {
    var bytes: [UInt8] = []
    var references: [(Int, UInt8)] = []
    var left = 0
    while bytes.count < Self.longest {
      guard let byte = memory.integer(UInt8.self, at: address &+ UInt64(bytes.count)) else {
        return nil
      }
      if left > 0 {
        left -= 1
      } else if byte == 0 {
        return memory.spend(bytes.count + 1) ? (bytes, references) : nil
      } else if byte < 0x20 {
        references.append((bytes.count + 1, byte))
        left = byte < 0x18 ? 4 : 8
      }
      bytes.append(byte)
    }
    return nil
  }

  /// Returns the type that a reference in a mangled name leads to.
  private mutating func referred(_ kind: UInt8, at address: UInt64) -> SwiftType? {
    guard let target = memory.relative(at: address) else { return nil }
    switch kind {
    case 1: return name(of: .address(target)).map { .nominal($0, []) }
    case 2: return memory.pointer(at: target).flatMap { name(of: $0) }.map { .nominal($0, []) }
    default: return nil
    }
  }

  // MARK: Contexts

  /// Returns the qualified name of a type or protocol, be it of this image or of another one.
  private mutating func name(of target: ImageMemory.Target) -> String? {
    switch target {
    case .address(let address): return context(at: address)?.name
    case .symbol(let symbol):
      if let known = symbols[symbol] { return known }
      let name = MangledType.name(ofDescriptor: symbol)
      symbols[symbol] = name
      return name
    }
  }

  private mutating func context(at address: UInt64) -> Context? {
    if let known = contexts[address] { return known }
    guard depth < Self.deepest, memory.spend(28) else { return nil }
    // A context that is around itself has no name.
    contexts.updateValue(nil, forKey: address)
    depth += 1
    let context = readContext(at: address)
    depth -= 1
    contexts[address] = context
    return context
  }

  private mutating func readContext(at address: UInt64) -> Context? {
    guard let flags = memory.integer(UInt32.self, at: address) else { return nil }
    let kind = flags & 0x1F
    if kind == ContextKind.module {
      return memory.relative(at: address &+ 8).flatMap { memory.text(at: $0) }.map {
        Context(name: $0, isGeneric: false)
      }
    }
    if kind == ContextKind.extension {
      guard let start = memory.relative(at: address &+ 8),
        case .nominal(let name, _) = readType(at: start)
      else { return nil }
      return Context(name: name, isGeneric: flags & 0x80 != 0)
    }
    guard let parent = memory.relativeOrIndirect(at: address &+ 4) else { return nil }
    let outer: Context?
    switch parent {
    case .address(let address): outer = context(at: address)
    case .symbol(let symbol):
      outer = name(of: .symbol(symbol)).map { Context(name: $0, isGeneric: false) }
    }
    // Private types are in an anonymous context, which has no name of its own.
    guard let outer, kind != ContextKind.anonymous else { return outer.map(Self.around) }
    guard let name = memory.relative(at: address &+ 8).flatMap({ memory.text(at: $0) }),
      !name.isEmpty, name.utf8.count + outer.name.utf8.count <= Self.longest
    else { return nil }
    var context = Context(
      name: "\(outer.name).\(name)", isGeneric: flags & 0x80 != 0 || outer.isGeneric)
    switch kind {
    case ContextKind.class:
      context.kind = .class
      context.hasSuperclass = memory.relative(at: address &+ 20) != nil
    case ContextKind.structure: context.kind = .structure
    case ContextKind.enumeration: context.kind = .enumeration
    case ContextKind.protocol: return context
    default: return nil
    }
    context.fields = memory.relative(at: address &+ 16)
    return context
  }

  /// Returns an anonymous context in another one.
  private static func around(_ outer: Context) -> Context {
    Context(name: outer.name, isGeneric: outer.isGeneric)
  }

  // MARK: Conformances

  /// Reads the conformances in a section that lists the relative addresses of their descriptors.
  mutating func readConformances(in section: BinarySection) {
    for address in addresses(in: section) {
      guard let descriptor = memory.relative(at: address), memory.spend(16),
        let flags = memory.integer(UInt32.self, at: descriptor &+ 12),
        let target = memory.relativeOrIndirect(at: descriptor),
        let conformance = name(of: target).flatMap(ReflectedTypes.Conformance.init),
        let start = memory.relative(at: descriptor &+ 4)
      else { continue }
      // Other kinds are classes of Objective-C.
      let type: ImageMemory.Target? =
        switch flags >> 3 & 7 {
        case 0: .address(start)
        case 1: memory.pointer(at: start)
        default: nil
        }
      guard let name = type.flatMap({ name(of: $0) }) else { continue }
      types.conformances[name, default: []].insert(conformance)
    }
  }
}
