import Khala  // and not Feed

let title = try Khala(str: "kl://episodes/2")?.call(as: String.self)
print(title ?? "no such episode")
