import Spelling
import Testing

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

  @Test func `The nearest names come first, and far ones never`() {
    let names = ["server", "serve", "saver", "client"]
    #expect(EditDistance.nearest(to: "servr", among: names, atMost: 2) == ["serve", "server"])
    #expect(EditDistance.nearest(to: "x", among: names, atMost: 2) == [])
  }
}
