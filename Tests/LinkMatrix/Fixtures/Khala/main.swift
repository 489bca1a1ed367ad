import Khala

@KhalaModule("AModule") final class AModule {
  func server(value: Int) -> Int { value }
}

@KhalaModule actor Account {
  func pay(_ info: [String: Any]) {}
}

print(AModule().server(value: 1))
