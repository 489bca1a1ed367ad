import Khala

@KhalaModule final class Greeter {
  func greet() -> String { "hello" }
}

print(Khala(str: "kl://Greeter/greet")?.call() ?? "no answer")
