import Schedules
import Testing

/// `H`: a value that the name of a task decides.
@Suite struct CronHashTests {
  /// The values are part of what an expression means, so these never change.
  @Test(
    arguments: [
      ("backup", "H H * * *", "37 8 * * *"),
      ("backup", "H H H H H", "37 8 13 8 3"),
      ("report", "H H * * *", "37 20 * * *"),
      ("backup", "H/15 * * * *", "7-52/15 * * * *"),
      ("backup", "H(0-29)/10 H(1-4) * * *", "7-27/10 1 * * *"),
    ])
  func `A name keeps its times in every version`(
    name: String, text: String, expected: String
  ) throws {
    #expect(try CronExpression(text, hashing: name).description == expected)
  }

  @Test func `Hashed values are distributed evenly over names`() throws {
    var counts = [Int](repeating: 0, count: 60)
    for number in 0..<6_000 {
      let text = try CronExpression("H 0 * * *", hashing: "task\(number)").description
      let minute = try #require(text.split(separator: " ").first.flatMap { Int($0) })
      counts[minute] += 1
    }
    // A hundred each; six deviations are about 60.
    #expect(counts.allSatisfy { 40...160 ~= $0 }, "\(counts)")
  }

  @Test func `A hashed step starts within its first interval and covers the range`() throws {
    for number in 0..<200 {
      let name = "task\(number)"
      let plain = try CronExpression("H/15 0 * * *", hashing: name)
      let first = try #require(
        (0..<15).first { start in
          (try? CronExpression("\(start)-59/15 0 * * *")) == plain
        })
      let bounded = try CronExpression("H(10-39)/15 0 * * *", hashing: name)
      #expect(bounded == (try CronExpression("\(10 + first)-39/15 0 * * *")), "\(name)")
    }
  }

  @Test func `A hashed day exists in every month`() throws {
    for number in 0..<300 {
      let text = try CronExpression("0 0 H * *", hashing: "task\(number)").description
      let day = try #require(text.split(separator: " ").dropFirst(2).first.flatMap { Int($0) })
      #expect(1...28 ~= day)
    }
  }

  @Test(
    arguments: [
      ("H * * * *", .missingName, .minute, 0, nil),
      ("0 0 0 1 1 * H", .misplacedSpecial, .year, 12, "x"),
      ("H(5) * * * *", .unexpectedCharacter, .minute, 3, "x"),
      ("H(5-2) * * * *", .backwardRange, .minute, 2, "x"),
      ("H(0-70) * * * *", .outOfRange, .minute, 4, "x"),
      ("H(0-5 * * * *", .unexpectedCharacter, .minute, 5, "x"),
      ("H5 * * * *", .unexpectedCharacter, .minute, 1, "x"),
      ("H/0 * * * *", .invalidStep, .minute, 2, "x"),
    ] as [(String, CronError.Code, CronField, Int, String?)])
  func `An error in a hash is reported at its character`(
    text: String, code: CronError.Code, field: CronField, offset: Int, name: String?
  ) throws {
    let error = #expect(throws: CronError.self) { try CronExpression(text, hashing: name) }
    #expect(error?.code == code)
    #expect(error?.field == field)
    #expect(error?.offset == offset)
  }
}
