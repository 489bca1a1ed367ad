import TaskPlanning

/// The forms of types, determined by running the code that decodes and encodes their values.
///
/// Each type is decoded with a decoder that records the requests of the code: once without the
/// members of which the code asks whether they exist, and once with them. Both values are encoded.
/// A form is the result only if all records agree. If the code also accepts values without a
/// required member, it has more rules than a form can express.
///
/// A file does not show whether a type with coding keys has code written by hand, so an observation
/// has precedence over the form that tools read in the file. Code can still treat other values than
/// the samples differently.
package struct TypeForms {
  /// The lines that describe a form: the form with its types and values, its fields and cases.
  private typealias Lines = [[String]]
  typealias AnyCodable = any (Decodable & Encodable).Type

  /// The reason why a type has no form.
  private struct Opaque: Error {
    let reason: String
    /// `true` if the code was observed.
    let isObserved: Bool

    init(_ reason: String, isObserved: Bool = true) {
      self.reason = reason
      self.isObserved = isObserved
    }
  }

  private static let mostTypes = 10_000

  /// The names of types whose code must not run.
  private let skipped: Set<String>
  /// The added types, and the types inside of them, by their names.
  package private(set) var types: [String: any Any.Type] = [:]
  private var waiting: [(name: String, type: any Any.Type)] = []

  package init(skipped: Set<String> = []) { self.skipped = skipped }

  /// Adds a type, and returns its name.
  package mutating func add(_ type: any Any.Type) -> String {
    let name = Self.name(of: type)
    let isNew = types.updateValue(type, forKey: name) == nil
    if let container = type as? any StandardContainer.Type {
      for content in container.contents { _ = add(content) }
    } else if isNew, !SampleValues.isBasic(type), types.count <= Self.mostTypes {
      waiting.append((name, type))
    }
    return name
  }

  /// Determines the form of each added type, and of the types inside of them.
  ///
  /// It reports the lines of the answer to a ``JobQuestion``.
  package mutating func describe(_ report: ([String]) -> Void) {
    while let (name, type) = waiting.popLast() {
      guard !skipped.contains(name) else { continue }
      report(["started", name])
      let lines = form(of: type)
      report(["type", name] + lines[0])
      for line in lines.dropFirst() { report(line) }
    }
  }

  private static func lines(_ form: JobQuestion.Form, _ words: [String] = []) -> Lines {
    [[form.rawValue] + words]
  }

  /// Returns the qualified name of a type.
  private static func name(of type: any Any.Type) -> String {
    // The name of a private type contains an address: "Shop.(unknown context at $5581).Order".
    var name = String(reflecting: type)
    while let start = name.firstRange(of: "(unknown context at "),
      let end = name[start.upperBound...].firstRange(of: ").")
    {
      name.removeSubrange(start.lowerBound..<end.upperBound)
    }
    return name
  }

  private mutating func form(of type: any Any.Type) -> Lines {
    do throws(Opaque) {
      guard let type = type as? AnyCodable else {
        throw Opaque("it does not conform to Codable")
      }
      if let type = type as? any (RawRepresentable & Decodable & Encodable).Type,
        let form = try rawValues(of: type)
      {
        return form
      }
      return try examine(type)
    } catch {
      return Self.lines(error.isObserved ? .opaque : .unobserved, [error.reason])
    }
  }

  /// A member of an encoded object.
  private struct Field {
    let key: String
    /// The qualified name of the type, without the optional around it.
    let type: String
    /// `true` if values without the member can be read.
    let isOptional: Bool
    /// `true` if the member is always written.
    let isAlwaysWritten: Bool

    var line: [String] {
      [
        "field", key, type, isOptional ? "optional" : "required",
        isAlwaysWritten ? "always" : "sometimes",
      ]
    }
  }

  // MARK: Runs

  /// The records of the code of a type for one sample.
  private struct Run {
    let decoded: CodingTrace
    let encoded: CodingTrace
  }

  /// Decodes a value and encodes it.
  private func run<Value: Decodable & Encodable>(
    _ type: Value.Type, hasOptionals: Bool, onlyKey: String? = nil
  ) throws(Opaque) -> Run {
    let run = Run(decoded: CodingTrace(), encoded: CodingTrace())
    let value: Value
    do {
      value = try Value(
        from: RecordingDecoder(
          trace: run.decoded, samples: SampleValues(hasOptionals: hasOptionals), onlyKey: onlyKey))
    } catch {
      // The code of an enumeration rejects a value without a case.
      if run.decoded.cases != nil, onlyKey == nil { return run }
      if let problem = run.decoded.firstProblem { throw Opaque(problem) }
      throw Opaque("its code rejects the values of a test", isObserved: false)
    }
    do { try value.encode(to: RecordingEncoder(trace: run.encoded)) } catch {
      throw Opaque("its code does not encode the values of a test", isObserved: false)
    }
    if let problem = run.decoded.firstProblem ?? run.encoded.firstProblem { throw Opaque(problem) }
    return run
  }

  /// Returns whether a value without a member can be decoded.
  private func accepts<Value: Decodable>(
    _ type: Value.Type, without key: String, onlyKey: String?
  ) -> Bool {
    let decoder = RecordingDecoder(
      trace: CodingTrace(), samples: SampleValues(hasOptionals: true), onlyKey: onlyKey,
      missingKey: key)
    return (try? Value(from: decoder)) != nil
  }

  // MARK: Forms

  /// Returns the form of an enumeration with raw values, or `nil` if the type is another one.
  private func rawValues<Value: RawRepresentable & Decodable & Encodable>(
    of type: Value.Type
  ) throws(Opaque) -> Lines? {
    guard let values = EnumerationCases.values(of: type) else { return nil }
    guard SampleValues.isBasic(Value.RawValue.self) else {
      throw Opaque("its raw values have an unusual type")
    }
    for value in values {
      let (decoded, encoder) = (CodingTrace(), RecordingEncoder(trace: CodingTrace()))
      let decoder = RecordingDecoder(
        trace: decoded, samples: SampleValues(hasOptionals: true), single: value.rawValue)
      guard let read = try? Value(from: decoder), (try? value.encode(to: encoder)) != nil,
        let written = encoder.written.value, encoder.trace.firstProblem == nil,
        "\(read.rawValue)" == "\(value.rawValue)", "\(written)" == "\(value.rawValue)"
      else { throw Opaque("its code does not encode its raw value") }
    }
    return Self.lines(
      .rawValues, [Self.name(of: Value.RawValue.self)] + values.map { "\($0.rawValue)" })
  }

  private mutating func examine<Value: Decodable & Encodable>(
    _ type: Value.Type
  ) throws(Opaque) -> Lines {
    let empty = try run(type, hasOptionals: false)
    if let keys = empty.decoded.cases { return try cases(of: type, keys) }
    let full = try run(type, hasOptionals: true)
    let traces = [empty.decoded, full.decoded, empty.encoded, full.encoded]
    if let single = empty.decoded.single {
      guard traces.allSatisfy({ $0.single == single && !$0.isKeyed }) else {
        throw Opaque("its code reads and writes values in different ways")
      }
      if single is any OptionalType.Type { throw Opaque("it is encoded as an optional value") }
      return Self.lines(.single, [add(single)])
    }
    guard traces.allSatisfy({ $0.single == nil && $0.payload == nil }) else {
      throw Opaque("its code reads and writes values in different ways")
    }
    let fields = try fields(of: empty, full, \.self)
    try require(fields, of: type, onlyKey: nil)
    return Self.lines(.object) + fields.map(\.line)
  }

  private mutating func cases<Value: Decodable & Encodable>(
    of type: Value.Type, _ keys: [String]
  ) throws(Opaque) -> Lines {
    var lines = Self.lines(.cases)
    for key in keys {
      let empty = try run(type, hasOptionals: false, onlyKey: key)
      let full = try run(type, hasOptionals: true, onlyKey: key)
      for trace in [empty.decoded, full.decoded, empty.encoded, full.encoded] {
        guard trace.payload?.key == key, trace.keys.isEmpty else {
          throw Opaque("its code does not encode the case '\(key)' as an object")
        }
      }
      let fields = try fields(of: empty, full) { $0.payload?.trace ?? $0 }
      try require(fields, of: type, onlyKey: key)
      lines += [["case", key]] + fields.map(\.line)
    }
    return lines
  }

  /// Checks that the code of a type rejects values without a required member.
  private func require<Value: Decodable>(
    _ fields: [Field], of type: Value.Type, onlyKey: String?
  ) throws(Opaque) {
    for field in fields where !field.isOptional {
      if accepts(type, without: field.key, onlyKey: onlyKey) {
        throw Opaque("its code accepts values without '\(field.key)', or with another type for it")
      }
    }
  }

  /// Returns the members on which all records agree.
  private mutating func fields(
    of empty: Run, _ full: Run, _ part: (CodingTrace) -> CodingTrace
  ) throws(Opaque) -> [Field] {
    let (emptyRead, fullRead) = (part(empty.decoded), part(full.decoded))
    let (emptyWritten, fullWritten) = (part(empty.encoded).members, part(full.encoded).members)
    guard Set(emptyRead.keys).isSubset(of: fullRead.keys),
      Set(emptyWritten.keys).isSubset(of: fullWritten.keys)
    else { throw Opaque("its code reads and writes other members for other values") }
    if let key = fullWritten.keys.sorted().first(where: { fullRead.members[$0] == nil }) {
      throw Opaque("its code writes '\(key)', and does not read it")
    }
    var fields: [Field] = []
    for key in fullRead.keys {
      guard let member = fullRead.members[key] else { continue }
      guard member.isOptional == (emptyRead.members[key] == nil) else {
        throw Opaque("its code reads '\(key)' for some values only")
      }
      guard fullWritten[key]?.type == member.type else {
        throw Opaque("its code reads '\(key)' as \(member.type), and does not write it so")
      }
      let isAlwaysWritten = emptyWritten[key] != nil
      guard member.isOptional || isAlwaysWritten else {
        throw Opaque("its code writes '\(key)' for some values only")
      }
      fields.append(
        Field(
          key: key, type: add(member.type), isOptional: member.isOptional,
          isAlwaysWritten: isAlwaysWritten))
    }
    return fields
  }
}

/// A standard type that consists of values of other types.
package protocol StandardContainer {
  /// The types of the values: one, or the types of keys and values.
  static var contents: [any Any.Type] { get }
}

package protocol OptionalType {}

extension Optional: StandardContainer, OptionalType {
  package static var contents: [any Any.Type] { [Wrapped.self] }
}

extension Array: StandardContainer {
  package static var contents: [any Any.Type] { [Element.self] }
}

extension Set: StandardContainer {
  package static var contents: [any Any.Type] { [Element.self] }
}

extension Dictionary: StandardContainer {
  package static var contents: [any Any.Type] { [Key.self, Value.self] }
}
