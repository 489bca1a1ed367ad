import BinaryInspection
import Testing

/// The problems of reading, as messages name them.
@Suite struct DataReadingTests {
  private static let container = DataForm.object([
    .init("number", .basic(.string)), .init("tons", .basic(.int)),
  ])

  private static func problems(
    _ written: DataType, _ forms: [String: DataForm] = [:], as read: DataType,
    _ others: [String: DataForm] = [:]
  ) -> [String] {
    DataReading(writing: forms, reading: others).problems(of: written, as: read).map(\.description)
  }

  @Test(
    arguments: [
      (.basic(.double), .basic(.int), "the value is written as any Double, and is read as an Int"),
      (.basic(.bool), .basic(.int), "the value is written as a Bool, and is read as an Int"),
      (.basic(.string), .basic(.url), "the value is written as any String, and is read as a URL"),
      (.optional(.basic(.int)), .basic(.int), "the value can be null, and is read as an Int"),
      (
        .array(.basic(.int64)), .set(.basic(.int32)),
        "'[]' is written as any Int64, and is read as an Int32"
      ),
      (
        .dictionary(key: .basic(.string), value: .basic(.int)),
        .dictionary(key: .basic(.int), value: .basic(.int)),
        "the value has any keys, and is read as [Int: Int]"
      ),
    ] as [(DataType, DataType, String)])
  func `A problem names what is written and what is read`(
    written: DataType, read: DataType, message: String
  ) {
    #expect(Self.problems(written, as: read) == [message])
    #expect(Self.problems(written, as: written) == [])
  }

  @Test func `A problem names the keys that lead to it`() {
    let ship = DataForm.object([.init("containers", .array(.named("Container")))])
    let other = DataForm.object([.init("number", .basic(.string)), .init("tons", .basic(.bool))])
    #expect(
      Self.problems(
        .named("Ship"), ["Ship": ship, "Container": Self.container],
        as: .named("Ship"), ["Ship": ship, "Container": other])
        == ["'containers[].tons' is written as an Int, and is read as a Bool"])
  }

  @Test func `An opaque form is unknown, and equal to itself`() {
    let opaque = ["Item": DataForm.opaque("a hand-written conformance")]
    let reading = DataReading(writing: opaque, reading: ["Item": Self.container])
    #expect(
      reading.problems(of: .named("Item"), as: .named("Item")).map(\.isUnknown) == [true])
    let same = DataReading(writing: opaque, reading: opaque)
    #expect(same.problems(of: .optional(.named("Item")), as: .optional(.named("Item"))) == [])
    #expect(
      same.problems(of: .array(.optional(.named("Item"))), as: .array(.named("Item")))
        .map(\.isUnknown) == [true])
    // A missing form is no form.
    #expect(Self.problems(.named("Gone"), as: .basic(.int)).count == 1)
  }

  @Test(
    arguments: [
      (.double, ["1", "1e+2"], .int8, []), (.double, ["0.5", "2"], .int, ["0.5"]),
      (.int, ["9007199254740993"], .double, []), (.int, ["300", "-1"], .uint8, ["300", "-1"]),
      (.string, ["", "a b", "%"], .url, [""]), (.string, ["", "AAAA", "a"], .data, ["a"]),
    ] as [(DataType.Basic, [String], DataType.Basic, [String])])
  func `Raw values are read as the decoder reads them`(
    raw: DataType.Basic, values: [String], read: DataType.Basic, unreadable: [String]
  ) {
    #expect(
      Self.problems(.named("Raw"), ["Raw": .rawValues(raw, values)], as: .basic(read))
        == unreadable.map {
          "the value can be \($0), and is read as \(DataType.basic(read).phrase)"
        })
  }

  @Test func `Recursive types are compared in finite time, and large ones are given up`() {
    func ring(_ count: Int, _ last: DataType) -> [String: DataForm] {
      var forms: [String: DataForm] = [:]
      for number in 0..<count {
        let next = DataForm.Field("next", .optional(.named("N\((number + 1) % count)")))
        forms["N\(number)"] = .object(number == 0 ? [next, .init("end", last)] : [next])
      }
      return forms
    }
    let reading = DataReading(
      writing: ring(7, .basic(.int)), reading: ring(11, .basic(.int)), maximumPairs: 1_000)
    // After eleven steps, the first type of the longer ring has a field that the other lacks.
    #expect(
      reading.problems(of: .named("N0"), as: .named("N0"), maximum: 1).map(\.path.steps.count)
        == [12])
    let large = DataReading(
      writing: ring(999, .optional(.basic(.int))), reading: ring(1_000, .optional(.basic(.int))),
      maximumPairs: 5_000)
    #expect(large.problems(of: .named("N0"), as: .named("N0")).map(\.isUnknown) == [true])
  }

  @Test func `The first change of a field is in words`() {
    let old = ["Container": Self.container]
    let new = [
      "Container": DataForm.object([
        .init("tons", .basic(.double)), .init("weight", .optional(.basic(.int))),
      ])
    ]
    let changes = DataDifference(from: old, to: new)
      .changes(from: .array(.named("Container")), to: .array(.named("Container")))
    #expect(
      changes.map(\.description) == [
        "'[].number' does not exist now, and was a String",
        "'[].weight' is Int? now, and did not exist",
        "'[].tons' is a Double now, and was an Int",
      ])
    #expect(changes.map { $0.level(isStored: true) } == [.neighbor, .harmless, .neighbor])
    #expect(changes.map { $0.level(isStored: false) } == [.source, .harmless, .source])
  }

  @Test func `Keys that a type chooses are unknown to other types`() {
    func keyed(_ key: String) -> DataType { .keyed(by: key, value: .basic(.int)) }
    let strings = DataType.dictionary(key: .basic(.string), value: .basic(.int))
    let forms = ["Object": DataForm.object([.init("a", .optional(.basic(.int)))])]
    #expect(Self.problems(keyed("K"), as: keyed("K")) == [])
    #expect(Self.problems(keyed("K"), as: strings) == [])
    #expect(
      Self.problems(keyed("K"), as: keyed("L"))
        == ["the value may have other keys, and may not be read as [L: Int]"])
    #expect(
      Self.problems(keyed("K"), as: .named("Object"), forms)
        == ["'a' may have any value, and may not be read as Int?"])
    #expect(
      Self.problems(.named("Object"), forms, as: keyed("K"))
        == ["the value has the key 'a', and may not be read as [K: Int]"])
    #expect(
      Self.problems(keyed("K"), as: .dictionary(key: .named("K"), value: .basic(.int)))
        == ["the value is written as an object, and is read as [K: Int]"])
  }

  /// Types that all contain each other, of which one has a field of this type.
  private static func web(_ count: Int, _ tons: DataType) -> [String: DataForm] {
    let numbers = 0..<count
    return Dictionary(
      uniqueKeysWithValues: numbers.map { number in
        let fields = [number + 1, number * 3, number * 7 + 2].enumerated().map { index, other in
          DataForm.Field("next\(index)", .array(.named("N\(other % count)")))
        }
        let last = number == count / 2 ? [DataForm.Field("tons", tons)] : []
        return ("N\(number)", .object(fields + last))
      })
  }

  @Test func `Types that many payloads contain are compared once`() {
    let count = 300
    let (old, new) = (Self.web(count, .basic(.int)), Self.web(count, .basic(.double)))
    let reading = DataReading(writing: new, reading: old)
    let difference = DataDifference(from: old, to: new)
    for number in 0..<count {
      let type = DataType.named("N\(number)")
      #expect(reading.problems(of: type, as: type).count == 1)
      #expect(difference.changes(from: type, to: type).count == 1)
    }
    // Each type, the array of each type, and the changed field.
    #expect(reading.comparisonCount == 2 * count + 1)
    #expect(difference.comparisonCount == 2 * count + 1)
  }
}
