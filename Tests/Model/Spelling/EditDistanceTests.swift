import ModularityTestSupport
import Testing

@testable import Spelling

@Suite struct EditDistanceTests {
  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("", "ab", 2), ("abc", "abc", 0), ("abc", "acb", 1),
    ("kitten", "sitting", 3), ("ab", "cd", 2),
  ])
  func `Insertions, removals, replacements and swaps count one each`(
    one: String, other: String, distance: Int
  ) {
    #expect(EditDistance.between(Array(one), Array(other)) == distance)
    #expect(EditDistance.between(Array(other), Array(one)) == distance)
  }

  @Test func `The nearest names come first, and distant ones are left out`() {
    let names = ["server", "serve", "saver", "client"]
    #expect(EditDistance.nearest(to: "servr", among: names, atMost: 2) == ["serve", "server"])
    #expect(EditDistance.nearest(to: "x", among: names, atMost: 2) == [])
  }

  /// The distance by its definition: every table cell, without a limit.
  private static func plainDistance(_ one: [Character], _ other: [Character]) -> Int {
    var table = Array(
      repeating: Array(repeating: 0, count: other.count + 1), count: one.count + 1)
    for row in 0...one.count {
      for column in 0...other.count {
        if row == 0 || column == 0 {
          table[row][column] = row + column
          continue
        }
        let isSame = one[row - 1] == other[column - 1]
        table[row][column] = min(
          table[row - 1][column] + 1, table[row][column - 1] + 1,
          table[row - 1][column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1]
        {
          table[row][column] = min(table[row][column], table[row - 2][column - 2] + 1)
        }
      }
    }
    return table[one.count][other.count]
  }

  @Test func `A limited distance equals the distance, or is nil beyond the limit`() {
    var generator = SeededGenerator(seed: 7)
    func word() -> [Character] {
      (0..<Int.random(in: 0...9, using: &generator)).map { _ in
        "abc".randomElement(using: &generator) ?? "a"
      }
    }
    for _ in 0..<3_000 {
      let (one, other) = (word(), word())
      let plain = Self.plainDistance(one, other)
      #expect(EditDistance.between(one, other) == plain, "\(one) \(other)")
      for limit in 0...9 {
        var steps = 0
        let limited = EditDistance.between(one, other, atMost: limit, steps: &steps)
        #expect(limited == (plain <= limit ? plain : nil), "\(one) \(other) \(limit)")
        #expect(steps <= one.count * (2 * limit + 2))
      }
    }
  }

  @Test func `The nearest names equal those of an exhaustive search`() {
    var generator = SeededGenerator(seed: 8)
    func word() -> String {
      String(
        (0..<Int.random(in: 1...8, using: &generator)).map { _ in
          "abC".randomElement(using: &generator) ?? "a"
        })
    }
    for _ in 0..<300 {
      let names = (0..<30).map { _ in word() }
      let name = word()
      let farthest = max(1, (name.count + 1) / 3)
      let expected = Set(names)
        .map { (Self.plainDistance(Array($0.lowercased()), Array(name.lowercased())), $0) }
        .filter { $0.0 <= farthest }.sorted { $0 < $1 }.prefix(3).map(\.1)
      #expect(EditDistance.nearest(to: name, among: names, atMost: 3) == expected)
    }
  }

  @Test func `A search stays within its budget, and reports when it is cut short`() {
    let names = NearestNames((0..<20_000).map { "name\($0)" })
    var budget = SearchBudget(steps: 100_000)
    for number in 0..<20_000 {
      _ = names.nearest(to: "nmae\(number)", atMost: 3, budget: &budget)
    }
    #expect(budget.stepsTaken < 101_000)
    #expect(budget.cutSearches > 19_900)
    var enough = SearchBudget(steps: 10_000_000)
    #expect(names.nearest(to: "nmae77", atMost: 1, budget: &enough) == ["name77"])
    #expect(enough.cutSearches == 0)
  }

  @Test func `A name of megabytes is not compared`() {
    let long = String(repeating: "x", count: 10_000_000)
    #expect(EditDistance.nearest(to: long, among: [long + "y"], atMost: 3) == [])
    var budget = SearchBudget(steps: 1_000)
    let names = NearestNames(["short", String(repeating: "x", count: 15_000)])
    #expect(names.nearest(to: "shrot", atMost: 3, budget: &budget) == ["short"])
    #expect(names.nearest(to: long, atMost: 3, budget: &budget) == [])
    #expect(budget.cutSearches == 1)
    #expect(budget.stepsTaken < 100)
  }
}
