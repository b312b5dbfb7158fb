# docker build -t doorpost .
# docker run --rm -p 127.0.0.1:8080:8080 -v doorpost:/data --read-only --tmpfs /tmp doorpost
# With PostgreSQL and Valkey beside it: compose.yaml. More: docs/start/install.md.

# Any image with Node 24 and npm; the last stage needs Node only.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# --build-arg OMIT=postgres leaves the embedded PostgreSQL out (60 MB), for images that always get a DATABASE_URL.
ARG OMIT=
RUN node --no-warnings scripts/stage.ts /opt/doorpost ${OMIT:+--omit ${OMIT}}

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Doorpost" \
      org.opencontainers.image.description="Takes contacts in, publishes social posts, receives webhooks." \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /opt/doorpost /opt/doorpost
RUN ln -s /opt/doorpost/bin/doorpost.js /usr/local/bin/doorpost \
 && install -d -o 1000 -g 1000 -m 0700 /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 HEALTH_PORT=8081 DATA_DIR=/data
# By number, so that Kubernetes can see that it is not root. It is the user "node" of the base image.
USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=6s --start-period=90s --retries=3 CMD ["doorpost", "health"]
# Process 1 is Doorpost itself. "docker exec NAME doorpost keys create --name first" runs a command.
ENTRYPOINT ["doorpost"]
CMD ["start"]
