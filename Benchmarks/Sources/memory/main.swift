import CAllocationCounter
import Pharos

// How many bytes of the heap a relay takes, alone and with an observer:
//
//   swift run -c release --package-path Benchmarks memory
//
// It prints 0 where the C library is not glibc. A command of its own, because the benchmarks count
// allocations and not their size.

let count = 10_000

/// Prints the bytes for each of many objects, with what the allocator adds to them.
func measure(_ name: String, _ make: (Int) -> AnyObject) {
  var objects: [AnyObject] = []
  objects.reserveCapacity(count)
  let before = modkit_allocated_bytes()
  for number in 0..<count { objects.append(make(number)) }
  let bytes = modkit_allocated_bytes() - before
  print("\(name): \(bytes / UInt64(count)) bytes")
  withExtendedLifetime(objects) {}
}

measure("a shared relay") { SharedRelay($0) }
measure("a shared relay with an observer") { number in
  let relay = SharedRelay(number)
  relay.whenDidSet { _ in }
  return relay
}
measure("an observable") { Observable(wrappedValue: $0) }
measure("an observable with an observer") { number in
  let value = Observable(wrappedValue: number)
  value.projectedValue.addDidSet { _ in }
  return value
}
let source = SharedRelay(0)
measure("a derived value with an observer") { number in
  let derived = SharedDerived { source.value &+ number }
  derived.whenDidSet { _ in }
  return derived
}
