import Pharos
import Testing

/// Derived values that others read only under a condition.
@Suite struct GuardTests {
  final class Store {
    @Observable var items = ["a", "b"]
    @Observable var selected: Int?
  }

  let store = Store()
  let log = Log()

  @Test func `A value behind a guard is not computed in the change that closes the guard`() {
    store.selected = 1
    let item = Derived { [store, log] in
      log.note("item")
      return store.items[store.selected!]
    }
    let shown = Derived { [store] in store.selected == nil ? "none" : item.value }
    shown.whenDidSet { [log] in log.note("shown", $0) }
    #expect(log.take() == ["item"])
    store.selected = nil
    #expect(log.take() == ["shown b->none"])
    store.selected = 0
    #expect(log.take() == ["item", "shown none->a"])
    transaction {
      store.items = []
      store.selected = nil
    }
    #expect(log.take() == ["shown a->none"])
  }

  @Test func `A guard that is derived itself, of a higher level, is read first`() {
    store.selected = 1
    let item = Derived { [store] in store.items[store.selected!] }
    let isSelected = Derived { [store] in store.selected != nil }
    let isShown = Derived { isSelected.value == true }
    let shown = Derived { isShown.value ? item.value : "none" }
    shown.whenDidSet { [log] in log.note("shown", $0) }
    store.selected = nil
    store.selected = 0
    #expect(log.lines == ["shown b->none", "shown none->a"])
  }

  @Test func `Values behind values behind a guard are not computed either`() {
    store.selected = 1
    var count = 0
    let item = Derived { [store] in
      count += 1
      return store.items[store.selected!]
    }
    let long = Derived { item.value + "!" }
    let longer = Derived { long.value + "!" }
    let shown = Derived { [store] in store.selected == nil ? "none" : longer.value }
    shown.whenDidSet { [log] in log.note("shown", $0) }
    store.selected = nil
    #expect(count == 1)
    store.items[0] = "c"
    #expect(count == 1)
    store.selected = 0
    #expect(count == 2)
    #expect(log.lines == ["shown b!!->none", "shown none->c!!"])
  }

  @Test func `A value with an observer of its own is computed, whatever its readers want`() {
    store.selected = 1
    let item = Derived { [store] in store.selected.map { store.items[$0] } }
    let shown = Derived { [store] in store.selected == nil ? "none" : item.value ?? "" }
    item.whenDidSet { [log] in log.note("item \($0.new ?? "nil")") }
    shown.whenDidSet { [log] in log.note("shown", $0) }
    store.selected = nil
    #expect(log.lines == ["item nil", "shown b->none"])
  }

  @Test func `A value that two read is computed once, by the first that wants it`() {
    var count = 0
    let length = Derived { [store] in
      count += 1
      return store.items.count
    }
    let first = Derived { [store] in store.selected == nil ? 0 : length.value }
    let second = Derived { length.value * 2 }
    first.whenDidSet { [log] in log.note("first", $0) }
    second.whenDidSet { [log] in log.note("second", $0) }
    store.items.append("c")
    #expect(count == 2)
    transaction {
      store.selected = 0
      store.items.append("d")
    }
    #expect(count == 3)
    #expect(log.lines == ["second 4->6", "first 0->4", "second 6->8"])
  }

  @Test func `A value that an effect reads behind a guard is not computed either`() {
    store.selected = 1
    var count = 0
    let item = Derived { [store] in
      count += 1
      return store.items[store.selected!]
    }
    let isSelected = Derived { [store] in store.selected != nil }
    let effect = Effect { [log] in log.note(isSelected.value ? item.value : "none") }
    store.selected = nil
    store.selected = 0
    #expect(log.take() == ["b", "none", "a"])
    store.items[0] = "c"
    store.items[1] = "d"
    #expect(log.take() == ["c"])
    #expect(count == 4)
    withExtendedLifetime(effect) {}
  }

  @Test func `A value that a derived value and an effect read reaches both`() {
    var count = 0
    let length = Derived { [store] in
      count += 1
      return store.items.count
    }
    let twice = Derived { length.value * 2 }
    let effect = Effect { [log] in log.note("length \(length.value)") }
    twice.whenDidSet { [log] in log.note("twice", $0) }
    store.items.append("c")
    store.items[0] = "d"
    store.items.removeAll()
    #expect(
      log.lines.sorted() == ["length 0", "length 2", "length 3", "twice 4->6", "twice 6->0"])
    #expect(count == 4)
    withExtendedLifetime(effect) {}
  }

  @Test func `A value that its only reader leaves is current when it is read by hand`() {
    store.selected = 1
    let item = Derived { [store] in store.selected.map { store.items[$0] } }
    let shown = Derived { [store] in store.selected == nil ? "none" : item.value ?? "" }
    shown.whenDidSet { [log] _ in log.note(item.value ?? "nil") }
    store.selected = nil
    #expect(log.lines == ["nil"])
    #expect(item.value == nil)
    store.selected = 0
    #expect(log.lines == ["nil", "a"])
  }
}
