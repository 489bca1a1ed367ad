/// Reads the mangled name of a type.
///
/// It supports what types of data consist of: nominal types of any module, the abbreviations of the
/// standard library, generic arguments, optionals and tuples, substitutions, and references to the
/// descriptors of types. All other names, such as the names of functions, are described and not
/// read.
///
/// The grammar is in `docs/ABI/Mangling.rst` of the Swift repository. It describes a machine with a
/// stack, which this type follows.
struct MangledType {
  /// Why a name could not be read.
  enum Failure: Error, Hashable {
    /// It is a type with this description, whose values are never encoded.
    case unencodable(String)
    /// The name is malformed, or uses a part of the grammar that is not supported.
    case unknown
  }

  private enum Node {
    /// A type, with the number of types that it consists of.
    case type(SwiftType, size: Int)
    case identifier(String)
    case emptyList
    case firstElement
  }

  /// The maximum number of types in a type.
  ///
  /// Substitutions can repeat a type, so a short name could stand for a very large type.
  private static let largest = 512
  private static let mostWords = 26

  private let bytes: [UInt8]
  /// Returns the type that a reference in the name leads to, by its kind and its position.
  private let resolve: (UInt8, Int) -> SwiftType?
  private var position = 0
  private var stack: [Node] = []
  private var substitutions: [Node] = []
  private var words: [ArraySlice<UInt8>] = []

  /// Reads a name.
  ///
  /// - Parameters:
  ///   - bytes: The name, without the prefix of symbols.
  ///   - resolve: Returns the type of a reference, from its kind and the position of its address.
  /// - Returns: The type.
  /// - Throws: The reason why the type cannot be read.
  static func read(
    _ bytes: [UInt8], resolving resolve: @escaping (UInt8, Int) -> SwiftType? = { _, _ in nil }
  ) throws(Failure) -> SwiftType {
    var name = MangledType(bytes: bytes, resolve: resolve)
    return try name.read()
  }

  /// Returns the qualified name of the type or protocol whose descriptor has a symbol:
  /// `$s10Foundation4DateVMn`.
  static func name(ofDescriptor symbol: String) -> String? {
    guard symbol.hasPrefix("$s"), symbol.hasSuffix("Mn") || symbol.hasSuffix("Mp") else {
      return nil
    }
    let isProtocol = symbol.hasSuffix("Mp")
    var bytes = Array(symbol.utf8.dropFirst(2).dropLast(2))
    // Protocols have no letter for their kind, except in the standard library's abbreviations.
    if isProtocol, bytes.first != UInt8(ascii: "S") { bytes.append(UInt8(ascii: "V")) }
    guard case .nominal(let name, []) = try? read(bytes) else { return nil }
    return name
  }

  private init(bytes: [UInt8], resolve: @escaping (UInt8, Int) -> SwiftType?) {
    self.bytes = bytes
    self.resolve = resolve
  }

  private mutating func read() throws(Failure) -> SwiftType {
    while position < bytes.count { try readOperator() }
    guard stack.count == 1, let type = popType()?.type else { throw .unknown }
    return type
  }

  private mutating func readOperator() throws(Failure) {
    let byte = bytes[position]
    if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { return try readIdentifier() }
    position += 1
    switch byte {
    case 0x01...0x1F: try readReference(byte)
    case 0xFF: break  // Padding.
    case UInt8(ascii: "A"): try readSubstitutions()
    case UInt8(ascii: "S"): try readStandardType()
    case UInt8(ascii: "s"): stack.append(.identifier("Swift"))
    case UInt8(ascii: "V"), UInt8(ascii: "O"), UInt8(ascii: "C"): try readNominal()
    case UInt8(ascii: "a"): try readNominal()
    case UInt8(ascii: "L"): try readPrivateName()
    case UInt8(ascii: "E"): try readExtension()
    case UInt8(ascii: "G"): try readBoundGeneric()
    case UInt8(ascii: "y"): stack.append(.emptyList)
    case UInt8(ascii: "_"): stack.append(.firstElement)
    case UInt8(ascii: "t"): try readTuple()
    case UInt8(ascii: "x"): try push(.parameter(0))
    case UInt8(ascii: "q"): try readParameter()
    case UInt8(ascii: "c"), UInt8(ascii: "X"): try readUnencodable(byte)
    case UInt8(ascii: "p"), UInt8(ascii: "P"): throw .unencodable("an existential")
    case UInt8(ascii: "m"): throw .unencodable("a metatype")
    case UInt8(ascii: "Q"): throw .unencodable("an associated type")
    case UInt8(ascii: "B"): throw .unencodable("a type of the compiler")
    default: throw .unknown
    }
  }

  private func readUnencodable(_ byte: UInt8) throws(Failure) {
    guard byte == UInt8(ascii: "X"), position < bytes.count else {
      throw .unencodable("a function")
    }
    switch bytes[position] {
    case UInt8(ascii: "w"), UInt8(ascii: "o"), UInt8(ascii: "u"):
      throw .unencodable("a weak or unowned reference")
    case UInt8(ascii: "p"), UInt8(ascii: "P"), UInt8(ascii: "l"):
      throw .unencodable("an existential")
    case UInt8(ascii: "M"), UInt8(ascii: "m"): throw .unencodable("a metatype")
    default: throw .unencodable("a function")
    }
  }

  // MARK: The stack

  private mutating func push(_ type: SwiftType, size: Int = 1) throws(Failure) {
    guard size <= Self.largest, stack.count < Self.largest else { throw .unknown }
    stack.append(.type(type, size: size))
  }

  /// Adds a type to the stack, and to the types that later parts of the name can repeat.
  private mutating func pushRepeatable(_ type: SwiftType, size: Int = 1) throws(Failure) {
    try push(type, size: size)
    substitutions.append(.type(type, size: size))
  }

  private mutating func popType() -> (type: SwiftType, size: Int)? {
    guard case .type(let type, let size)? = stack.last else { return nil }
    stack.removeLast()
    return (type, size)
  }

  private mutating func popIdentifier() -> String? {
    guard case .identifier(let name)? = stack.last else { return nil }
    stack.removeLast()
    return name
  }

  private mutating func popFirstElement() -> Bool {
    guard case .firstElement? = stack.last else { return false }
    stack.removeLast()
    return true
  }

  private mutating func popEmptyList() -> Bool {
    guard case .emptyList? = stack.last else { return false }
    stack.removeLast()
    return true
  }

  // MARK: Names

  private mutating func next() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// Reads digits, or returns `nil` if none follow.
  private mutating func natural() throws(Failure) -> Int? {
    var value: Int?
    while position < bytes.count, bytes[position] >= UInt8(ascii: "0"),
      bytes[position] <= UInt8(ascii: "9")
    {
      value = (value ?? 0) * 10 + Int(bytes[position] - UInt8(ascii: "0"))
      position += 1
      // No name is as long.
      if value.map({ $0 > 1 << 20 }) ?? false { throw .unknown }
    }
    return value
  }

  /// Reads an identifier, which may repeat words of earlier identifiers.
  private mutating func readIdentifier() throws(Failure) {
    var repeatsWords = false
    if bytes[position] == UInt8(ascii: "0") {
      position += 1
      // Another zero would announce characters outside of ASCII.
      guard position < bytes.count, bytes[position] != UInt8(ascii: "0") else { throw .unknown }
      repeatsWords = true
    }
    var name: [UInt8] = []
    repeat {
      while repeatsWords, let letter = bytes[position...].first, Self.isLetter(letter) {
        position += 1
        repeatsWords = letter >= UInt8(ascii: "a")
        let index = Int(letter - UInt8(ascii: repeatsWords ? "a" : "A"))
        guard index < words.count else { throw .unknown }
        name += words[index]
      }
      if position < bytes.count, bytes[position] == UInt8(ascii: "0") {
        position += 1
        break
      }
      // After the last repeated word, the name may end with a zero only.
      guard let count = try natural(), count > 0, count <= bytes.count - position else {
        throw .unknown
      }
      let slice = bytes[position..<(position + count)]
      name += slice
      noteWords(of: slice)
      position += count
    } while repeatsWords
    guard !name.isEmpty, name.count <= 1_024 else { throw .unknown }
    let node = Node.identifier(String(decoding: name, as: UTF8.self))
    substitutions.append(node)
    stack.append(node)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    isUppercase(byte) || byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
  }

  private static func isUppercase(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
  }

  /// Remembers the words of an identifier, which start at uppercase letters.
  private mutating func noteWords(of slice: ArraySlice<UInt8>) {
    var start: Int?
    for index in slice.startIndex...slice.endIndex {
      let byte = index < slice.endIndex ? slice[index] : nil
      if let first = start {
        let ends =
          byte == nil || byte == UInt8(ascii: "_")
          || !Self.isUppercase(slice[index - 1]) && byte.map(Self.isUppercase) ?? false
        if ends {
          if index - first >= 2, words.count < Self.mostWords { words.append(slice[first..<index]) }
          start = nil
        }
      }
      if start == nil, let byte, byte != UInt8(ascii: "_"),
        !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      {
        start = index
      }
    }
  }

  /// Reads a private name: the name, followed by the identifier of its file.
  private mutating func readPrivateName() throws(Failure) {
    guard next() == UInt8(ascii: "L"), popIdentifier() != nil, case .identifier? = stack.last else {
      throw .unknown
    }
  }

  // MARK: Types

  /// Reads the end of a nominal type, whose context and name are on the stack.
  private mutating func readNominal() throws(Failure) {
    guard let name = popIdentifier() else { throw .unknown }
    let context: String
    switch stack.popLast() {
    case .identifier(let module): context = module
    case .type(.nominal(let name, []), _): context = name
    default: throw .unknown
    }
    try pushRepeatable(.nominal("\(context).\(name)", []))
  }

  /// Reads a context that is an extension of a type of another module.
  private mutating func readExtension() throws(Failure) {
    guard popIdentifier() != nil, let extended = popType()?.type,
      case .nominal(_, []) = extended
    else { throw .unknown }
    try push(extended)
  }

  private mutating func readBoundGeneric() throws(Failure) {
    var lists: [[SwiftType]] = []
    var size = 1
    repeat {
      var list: [SwiftType] = []
      while let argument = popType() {
        list.append(argument.type)
        size += argument.size
      }
      lists.append(list.reversed())
      if popEmptyList() { break }
      guard popFirstElement() else { throw .unknown }
    } while true
    guard case .nominal(let name, [])? = popType()?.type else { throw .unknown }
    // Each list belongs to a type around the next one.
    guard size > 1 else { throw .unknown }
    guard lists.count == 1 else { throw .unencodable("a type in a generic type") }
    try pushRepeatable(.nominal(name, lists[0]), size: size)
  }

  private mutating func readTuple() throws(Failure) {
    var elements: [SwiftType.Element] = []
    if popEmptyList() { return try push(.tuple([])) }
    var size = 1
    var isFirst = false
    repeat {
      isFirst = popFirstElement()
      let label = popIdentifier()
      guard let element = popType() else { throw .unknown }
      elements.append(.init(label, element.type))
      size += element.size
    } while !isFirst
    try push(.tuple(elements.reversed()), size: size)
  }

  /// Reads a generic parameter of the outermost type, other than the first.
  private mutating func readParameter() throws(Failure) {
    if bytes[position...].first == UInt8(ascii: "_") {
      position += 1
      return try push(.parameter(1))
    }
    guard let index = try natural(), next() == UInt8(ascii: "_") else {
      throw .unencodable("a parameter of a type in a generic type")
    }
    try push(.parameter(index + 2))
  }

  /// Reads a reference to the descriptor of a type.
  private mutating func readReference(_ kind: UInt8) throws(Failure) {
    let start = position
    // Longer references are absolute addresses.
    position += kind < 0x18 ? 4 : 8
    guard position <= bytes.count, let type = resolve(kind, start) else { throw .unknown }
    try pushRepeatable(type)
  }

  private mutating func readSubstitutions() throws(Failure) {
    var count: Int?
    while let byte = next() {
      if byte == UInt8(ascii: "_") { return try repeatNode((count ?? -1) + 27) }
      if Self.isLetter(byte) {
        let isLast = Self.isUppercase(byte)
        let index = Int(byte - UInt8(ascii: isLast ? "A" : "a"))
        for _ in 0..<min(max(count ?? 1, 1), Self.largest) { try repeatNode(index) }
        if isLast { return }
        count = nil
      } else {
        position -= 1
        guard let number = try natural() else { throw .unknown }
        count = number
      }
    }
    throw .unknown
  }

  private mutating func repeatNode(_ index: Int) throws(Failure) {
    guard substitutions.indices.contains(index), stack.count < Self.largest else {
      throw .unknown
    }
    stack.append(substitutions[index])
  }

  private mutating func readStandardType() throws(Failure) {
    let count = try natural() ?? 1
    guard count <= Self.largest, let letter = next() else { throw .unknown }
    if letter == UInt8(ascii: "g") {
      guard let wrapped = popType() else { throw .unknown }
      return try pushRepeatable(
        .nominal("Swift.Optional", [wrapped.type]), size: wrapped.size + 1)
    }
    if letter == UInt8(ascii: "o") { return stack.append(.identifier("__C")) }
    guard let name = Self.standardTypes[letter] else { throw .unknown }
    for _ in 0..<count { try push(.nominal("Swift.\(name)", [])) }
  }

  /// The abbreviations of types and protocols of the standard library.
  private static let standardTypes: [UInt8: String] = Dictionary(
    uniqueKeysWithValues: [
      ("a", "Array"), ("b", "Bool"), ("D", "Dictionary"), ("d", "Double"), ("f", "Float"),
      ("h", "Set"), ("i", "Int"), ("J", "Character"), ("N", "ClosedRange"), ("n", "Range"),
      ("O", "ObjectIdentifier"), ("q", "Optional"), ("S", "String"), ("s", "Substring"),
      ("u", "UInt"), ("E", "Encodable"), ("e", "Decodable"), ("H", "Hashable"), ("Q", "Equatable"),
      ("Y", "RawRepresentable"),
    ].map { ($0.0.utf8.first!, $0.1) })
}
