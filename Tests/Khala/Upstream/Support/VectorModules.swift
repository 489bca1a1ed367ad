import Khala

// The routing classes that the URLs of `URLVectorTests` name.

@KhalaModule
final class AModule {
  func server2(_ info: KhalaInfo) -> String { "AModule.server2" }
  func f(_ info: KhalaInfo) -> String { "AModule.f" }
  func c(_ info: KhalaInfo) -> String { "AModule.c" }
  func doSomething(_ info: KhalaInfo) -> String { "AModule.doSomething" }
}

@KhalaModule("中文")
final class ChineseModule {
  func 方法(名: String) -> String { "中文.方法 \(名)" }
}

@KhalaModule("My.AModule")
final class DottedModule {
  func f() -> String { "My.AModule.f" }
}

@KhalaModule("a_module")
final class UnderscoredModule {
  func f() -> String { "a_module.f" }
}

@KhalaModule("AMODULE")
final class CapitalModule {
  func F() -> String { "AMODULE.F" }
}
