// Requests have to be signed, which a page must not be given the key for; so nothing is sent from here.
SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  displayOperationId: false,
  docExpansion: "list",
  supportedSubmitMethods: [],
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  defaultModelRendering: "example",
});
