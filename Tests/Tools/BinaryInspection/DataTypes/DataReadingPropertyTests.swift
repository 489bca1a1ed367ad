import BinaryInspection
import Foundation
import ModularityTestSupport
import Testing

/// The relation between types says what `JSONEncoder` and `JSONDecoder` do.
@Suite struct DataReadingPropertyTests {
  /// Returns the first value of a type that cannot be read as another one.
  private static func unreadable(
    _ written: DynamicType, as read: DynamicType
  ) throws -> DynamicValue? {
    try ValueSamples(forms: written.forms).values(of: written.type).first { value in
      let json = try JSONEncoder().encode(value)
      return (try? read.decode(json)) == nil
    }
  }

  @Test func `Each basic type reads another one if JSONDecoder does`() throws {
    for written in DataType.Basic.allCases {
      for read in DataType.Basic.allCases {
        let value = try Self.unreadable(DynamicType(.basic(written)), as: DynamicType(.basic(read)))
        let problems = DataReading(writing: [:], reading: [:])
          .problems(of: .basic(written), as: .basic(read))
        #expect(problems.isEmpty == (value == nil), "\(written) as \(read): \(problems)")
      }
    }
  }

  @Test(arguments: 1...UInt64(Sweep.count(100, sample: 5)))
  func `Values of a type are readable as another one if the relation says so`(
    seed: UInt64
  ) throws {
    var random = RandomTypes(seed: seed)
    var counts = (readable: 0, unreadable: 0)
    // Keys of different types.
    var unknownCount = 0
    for _ in 0..<400 {
      let (written, read) = random.pair()
      guard ValueSamples(forms: written.forms).allTypesHaveValues else { continue }
      let problems = DataReading(writing: written.forms, reading: read.forms)
        .problems(of: written.type, as: read.type)
      let value = try Self.unreadable(written, as: read)
      if !problems.isEmpty, problems.allSatisfy(\.isUnknown) {
        unknownCount += 1
        continue
      }
      #expect(
        problems.isEmpty == (value == nil),
        "\(written)\n  as \(read)\n  \(problems)\n  \(value.map { "\($0)" } ?? "none")")
      if value == nil { counts.readable += 1 } else { counts.unreadable += 1 }
    }
    // Both answers occur often.
    #expect(counts.readable > 80 && counts.unreadable > 80, "\(counts)")
    #expect(unknownCount < 40)
  }

  @Test(arguments: 1...UInt64(Sweep.count(100, sample: 5)))
  func `The changes by field together read as the whole types do`(seed: UInt64) {
    var random = RandomTypes(seed: seed &+ 1_000)
    for _ in 0..<400 {
      let (old, new) = random.pair()
      let changes = DataDifference(from: old.forms, to: new.forms)
        .changes(from: old.type, to: new.type)
      let oldProblems = DataReading(writing: old.forms, reading: new.forms)
        .problems(of: old.type, as: new.type)
      let newProblems = DataReading(writing: new.forms, reading: old.forms)
        .problems(of: new.type, as: old.type)
      #expect(
        oldProblems.isEmpty == changes.allSatisfy { $0.oldValues == .readable },
        "\(old)\n  to \(new)\n  \(changes)\n  \(oldProblems)")
      #expect(
        newProblems.isEmpty == changes.allSatisfy { $0.newValues == .readable },
        "\(old)\n  to \(new)\n  \(changes)\n  \(newProblems)")
      #expect(
        DataDifference(from: old.forms, to: old.forms).changes(from: old.type, to: old.type) == [])
    }
  }

  @Test(arguments: 1...UInt64(Sweep.count(100, sample: 5)))
  func `Earlier comparisons do not alter the result of a later one`(seed: UInt64) {
    var random = RandomTypes(seed: seed &+ 2_000)
    for _ in 0..<100 {
      let (old, new) = random.pair()
      let types = [old.type, new.type] + old.forms.keys.sorted().map { .named($0) }
      let reading = DataReading(writing: old.forms, reading: new.forms)
      let difference = DataDifference(from: old.forms, to: new.forms)
      for written in types {
        for read in types {
          #expect(
            reading.problems(of: written, as: read)
              == DataReading(writing: old.forms, reading: new.forms)
              .problems(of: written, as: read), "\(old)\n  to \(new)")
          #expect(
            difference.changes(from: written, to: read)
              == DataDifference(from: old.forms, to: new.forms)
              .changes(from: written, to: read), "\(old)\n  to \(new)")
        }
      }
    }
  }
}
