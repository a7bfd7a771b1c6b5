# One target per program: migrate, api, stream-processors (also for webhooks), batch-jobs, portal (one for each audience), sandbox.
# Each image contains a Java runtime and the jars in layers, libraries first.

# Digests of the base images, from docs/operating/pin-images; docker-compose.yml requires them.
ARG MAVEN_DIGEST=
ARG JRE_DIGEST=

FROM maven:3.9.11-eclipse-temurin-25${MAVEN_DIGEST:+@$MAVEN_DIGEST} AS build
WORKDIR /source
COPY . .
# aws-kms or gcp-kms adds the client of that key management service.
ARG KMS=
RUN --mount=type=cache,target=/root/.m2 mvn --batch-mode -DskipTests ${KMS:+-P "$KMS"} package
RUN for module in api stream-processors batch-jobs portal sandbox; do \
      cp "$module"/target/hundi-"$module"-*-exec.jar "/tmp/hundi-$module.jar" && \
      java -Djarmode=tools -jar "/tmp/hundi-$module.jar" extract --layers --destination "/layers/$module" || exit 1; \
    done

FROM eclipse-temurin:25.0.3_9-jre-noble${JRE_DIGEST:+@$JRE_DIGEST} AS runtime
RUN groupadd --system --gid 10001 hundi && \
    useradd --system --uid 10001 --gid hundi --home-dir /var/lib/hundi --shell /usr/sbin/nologin hundi && \
    install --directory --owner=hundi --group=hundi /var/lib/hundi /var/lib/hundi/files /var/lib/hundi/bank /var/lib/hundi/bank-certificates /var/lib/hundi/statements
WORKDIR /hundi
ENV JAVA_TOOL_OPTIONS="-XX:MaxRAMPercentage=70 -XX:+ExitOnOutOfMemoryError --enable-native-access=ALL-UNNAMED -Duser.timezone=UTC"
USER 10001:10001

FROM runtime AS api
COPY --from=build /layers/api/dependencies/ ./
COPY --from=build /layers/api/snapshot-dependencies/ ./
COPY --from=build /layers/api/application/ ./
EXPOSE 8443 8084
ENTRYPOINT ["java", "-jar", "hundi-api.jar"]

# The migration is a class of schema, which each application contains.
FROM api AS migrate
ENTRYPOINT ["java", "-cp", "hundi-api.jar", "dev.hundi.startup.MigrateSchema"]

FROM runtime AS stream-processors
COPY --from=build /layers/stream-processors/dependencies/ ./
COPY --from=build /layers/stream-processors/snapshot-dependencies/ ./
COPY --from=build /layers/stream-processors/application/ ./
EXPOSE 8081 8444
ENTRYPOINT ["java", "-jar", "hundi-stream-processors.jar"]

FROM runtime AS batch-jobs
COPY --from=build /layers/batch-jobs/dependencies/ ./
COPY --from=build /layers/batch-jobs/snapshot-dependencies/ ./
COPY --from=build /layers/batch-jobs/application/ ./
EXPOSE 8082
ENTRYPOINT ["java", "-jar", "hundi-batch-jobs.jar"]

FROM runtime AS portal
COPY --from=build /layers/portal/dependencies/ ./
COPY --from=build /layers/portal/snapshot-dependencies/ ./
COPY --from=build /layers/portal/application/ ./
EXPOSE 9443 9444 8085
# Less heap than elsewhere: another process draws uploaded documents.
ENV JAVA_TOOL_OPTIONS="-XX:MaxRAMPercentage=28 -XX:+ExitOnOutOfMemoryError --enable-native-access=ALL-UNNAMED -Duser.timezone=UTC"
ENTRYPOINT ["java", "-jar", "hundi-portal.jar"]

# Several programs; the command selects one.
FROM runtime AS sandbox
COPY --from=build /layers/sandbox/dependencies/ ./
COPY --from=build /layers/sandbox/snapshot-dependencies/ ./
COPY --from=build /layers/sandbox/application/ ./
EXPOSE 8090 8091
ENTRYPOINT ["java", "-cp", "hundi-sandbox.jar"]
CMD ["dev.hundi.sandbox.bank.SandboxBank", "--address=0.0.0.0", "--directory=/var/lib/hundi/bank"]
