// A call that waits is made without `await`.
// Write `try await`, in a function that is `async`; or call with `call(as:)`.
import Khala

func pay() throws {
  // 6: note: add 'async' to function 'pay()' to make it asynchronous
  print(try Khala(str: "kl://Checkout/pay")?.callAsync(as: String.self) ?? "")
  // 13: error: 'async' call in a function that does not support concurrency
}
