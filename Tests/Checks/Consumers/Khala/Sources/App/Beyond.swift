import Khala

// What the document does not have.

func outside() async {
  Khala.errorHandler = { print("reported:", $0.code) }
  for url in ["kl://doors/5", "kl://Doors/safe", "kl://Nowhere/f"] {
    do {
      try await Khala.open(external: url)
      print(url, "opened")
    } catch {
      print(url, error.code)
    }
  }
  print(Khala(external: "kl://doors/5").call() ?? "nil")
}

func interceptors() async throws {
  let deny = try Khala.intercept("Doors/safe") { _ in throw KhalaDenial("it is night") }
  let add = try Khala.intercept("Doors/later", deadline: .seconds(60)) { request in
    request.values["token"] = request.queryItems.count
  }
  do {
    print(try Khala(str: "kl://Doors/safe")?.call(as: String.self) ?? "nil")
  } catch {
    print(error.message, error.fileID ?? "", error.location?.module ?? "")
  }
  print(try await Khala(str: "kl://Doors/later?a=1")?.callAsync(as: [String].self) ?? [])
  deny.cancel()
  add.cancel()
}

func atRunTime() throws {
  let route = try Khala.route("kl://windows/{number:Int}") { arguments in
    "window \(try arguments.value("number", as: Int.self))"
  }
  print(try Khala(str: "kl://windows/3")?.call(as: String.self) ?? "nil")
  route.cancel()
  let fallback = Khala.fallback(scheme: "kl") { arguments, error in
    "\(arguments.url) \(error.code)"
  }
  print(try Khala(str: "kl://windows/3")?.call(as: String.self) ?? "nil")
  fallback.cancel()
}

func stubs() throws {
  try Khala.withStub("kl://Doors/safe", returning: "a stub") {
    print(Khala(str: "kl://Doors/safe")?.call() ?? "nil")
  }
  print(Khala(str: "kl://Doors/safe")?.call() ?? "nil")
}

func looking() async throws {
  print(Khala.explain("kl://Doors/saef"))
  print(try Khala.url("doors/{number:Int}", ["number": 5, "from": "a b"], scheme: "kl"))
  print(Khala.routes.routes(ofClass: "Doors").map { "\($0.url) \($0.access)" })
  print(Khala.problems)
  Khala(str: "kl://Doors")?.register()
  let answers = await KhalaNotify(str: "kl://later?b=2")?.callLabeled(as: [String].self)
  print(answers?.map { "\($0.name): \($0.value ?? [])" } ?? [])
  let shared = try await Khala(str: "kl://Doors/later?c=3")?
    .callAsync(as: [String].self, sharing: .identical)
  print(shared ?? [])
}
