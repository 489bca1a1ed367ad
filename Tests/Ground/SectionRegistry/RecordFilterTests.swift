import Declarations
import Testing

@testable import SectionRegistry

@Suite struct RecordFilterTests {
  @Test(arguments: [
    ("Checkout", RecordFilter.module("Checkout")),
    ("task:Refresh", .key("task", "Refresh")),
    ("task:*", .kind("task")),
    ("rout:kl://a/b:c", .key("rout", "kl://a/b:c")),
    ("a b :key", .key("a b ", "key")),
  ])
  func `A filter is a module, a kind and key, or a kind`(text: String, filter: RecordFilter) {
    #expect(RecordFilter(text) == filter)
    #expect(filter.description == text)
  }

  @Test(arguments: ["", ":key", "task:", "tas:key", "tasks:key", "Shop/Cart.swift"])
  func `Other texts are not filters`(text: String) {
    #expect(RecordFilter(text) == nil)
  }

  @Test func `A list is separated by commas; white space and empty entries do not count`() {
    let filters = RecordFilters(list: " Shop ,, task:a b ,\n")
    #expect(filters.filters == [.module("Shop"), .key("task", "a b")])
    #expect(filters.problems.isEmpty)
  }

  @Test func `A backslash escapes a comma and itself`() {
    let filters = RecordFilters(list: #"task:a\,b,task:c\\d,Shop\"#)
    #expect(
      filters.filters == [.key("task", "a,b"), .key("task", #"c\d"#), .module(#"Shop\"#)])
  }
}
